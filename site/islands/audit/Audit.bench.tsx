import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { audit } from '#content/pages/audit.ts';
import type { AuditView } from '#domain/audit.ts';
import { Audit, type AuditDeps } from './Audit.island.tsx';
import type { AuditAnswer, AuditNews } from './audit-api.ts';

export const PAGE = '/audit/abcdefghijklmnopqrstuvwxyz012345';
export const QUEUED = { kind: 'queued', token: 'abcdefghijklmnopqrstuvwxyz012345', page: PAGE } as const;
export const NO_LEAD = { reference: undefined, isAsked: false, site: undefined };

/** The island before a service that gives these answers, one after the other. */
export function open(answers: AuditAnswer[] = [QUEUED], overrides: Partial<AuditDeps> = {}) {
  let tell: (news: AuditNews) => void = () => {};
  const stop = vi.fn();
  const deps = {
    post: vi.fn(async () => answers.shift() ?? QUEUED),
    disown: vi.fn(async () => {}),
    lead: { read: () => NO_LEAD, onNews: () => () => {} },
    follow: vi.fn((_token: string, told: typeof tell) => {
      tell = told;
      return stop;
    }),
    prove: vi.fn(async () => 'preuve'),
    wait: () => new Promise<void>(() => {}),
    reaches: vi.fn(async () => true),
    ...overrides,
  };
  const { unmount } = render(<Audit deps={deps} />);
  const hear = (news: AuditNews) => act(() => tell(news));
  return {
    ...deps,
    stop,
    unmount,
    hear,
    see: (view: AuditView) => hear({ kind: 'view', view }),
    user: userEvent.setup(),
  };
}

export const address = () => screen.getByLabelText<HTMLInputElement>(audit.form.label);
export const status = () => screen.getByRole('status');

export async function ask(
  { user }: Pick<ReturnType<typeof open>, 'user'>,
  typed = 'exemple.ch',
): Promise<void> {
  await user.type(address(), `${typed}{Enter}`);
}
