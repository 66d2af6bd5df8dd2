import type { Stage, StageView } from '../effects/stage.ts';

/** A stage for tests: its clock, frames, sight, size and preferences move only when told to. */
export function fakeStage() {
  let now = 0;
  let ids = 0;
  const frames = new Map<number, (time: number) => void>();
  const timers = new Map<number, { at: number; callback: () => void }>();
  const watchers = new Set<() => void>();
  let view: StageView = { width: 100, height: 50, density: 3, seen: true, calm: false };
  let tabShown = true;
  let inSight = true;

  const turn = (next: Partial<StageView>) => {
    view = { ...view, ...next, seen: tabShown && inSight };
    for (const tell of watchers) tell();
  };

  const stage: Stage = {
    frame(callback) {
      const id = ++ids;
      frames.set(id, callback);
      return () => void frames.delete(id);
    },
    after(ms, callback) {
      const id = ++ids;
      timers.set(id, { at: now + ms, callback });
      return () => void timers.delete(id);
    },
    isCalm: () => view.calm,
    watch(_, callback) {
      const tell = () => callback(view);
      watchers.add(tell);
      tell();
      return () => void watchers.delete(tell);
    },
  };

  return {
    stage,
    setTab(shown: boolean) {
      tabShown = shown;
      turn({});
    },
    setSight(visible: boolean) {
      inSight = visible;
      turn({});
    },
    setCalm: (calm: boolean) => turn({ calm }),
    setSize: (width: number, height: number) => turn({ width, height }),
    /** Frames asked for and not yet given. */
    waiting: () => frames.size,
    /** Watchers and timers not yet ended. */
    held: () => watchers.size + timers.size,
    /** Lets `ms` go by, fires the timers due, then gives one frame to those who asked. */
    pass(ms: number) {
      now += ms;
      for (const [id, { at, callback }] of [...timers]) {
        if (at > now) continue;
        timers.delete(id);
        callback();
      }
      const due = [...frames.values()];
      frames.clear();
      for (const callback of due) callback(now);
    },
  };
}
