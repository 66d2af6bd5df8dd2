import { describe, expect, it } from 'vitest';
import { fakeStage } from '../testing/fake-stage.ts';
import { mount } from './confetti.ts';

describe('confetti under reduced motion', () => {
  it('never touches the page', () => {
    const { stage, setCalm, held, waiting } = fakeStage();
    setCalm(true);
    const untouchable = new Proxy({} as HTMLElement, {
      get() {
        throw new Error('the page was touched');
      },
    });
    mount(untouchable, { stage })();
    expect(held() + waiting()).toBe(0);
  });
});
