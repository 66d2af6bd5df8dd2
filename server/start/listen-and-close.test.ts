import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../system/log.ts';
import { tellSystemd } from './listen-and-close.ts';

test.each([
  ['fails', '#!/bin/sh\nexit 1\n'],
  ['is missing', undefined],
])('when systemd-notify %s, the log says what to do', async (_, program) => {
  const PATH = mkdtempSync(join(tmpdir(), 'systemd-'));
  onTestFinished(() => rmSync(PATH, { recursive: true }));
  if (program !== undefined) {
    writeFileSync(join(PATH, 'systemd-notify'), program);
    chmodSync(join(PATH, 'systemd-notify'), 0o755);
  }
  const lines: string[] = [];
  tellSystemd({ NOTIFY_SOCKET: '/nowhere', PATH }, createLog({ write: (line) => void lines.push(line) }));
  await expect.poll(() => lines.join('')).toContain('Type=exec');
});
