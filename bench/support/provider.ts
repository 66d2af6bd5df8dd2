import { type Provider, startProvider } from '../../tests/fault/harness/provider.ts';

export interface ClosableProvider extends Provider {
  close(): Promise<void>;
}

/** The fake provider on a separate thread: when a request came owes nothing to how busy the measuring is. */
export async function openProvider(): Promise<ClosableProvider> {
  const acts: (() => unknown)[] = [];
  const provider = await startProvider({ onEnd: (act) => void acts.push(act) });
  return {
    ...provider,
    async close() {
      for (const act of acts) await act();
    },
  };
}
