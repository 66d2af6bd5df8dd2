import type { Stage } from './stage.ts';

/** A stage for tests: its clock, frames, sight, size and preferences move only when told to. */
export function fakeStage() {
  let now = 0;
  let ids = 0;
  const frames = new Map<number, (time: number) => void>();
  const timers = new Map<number, { at: number; callback: () => void }>();
  const seat = <T extends unknown[]>(...value: T) => ({ value, told: new Set<(...value: T) => void>() });
  const tab = seat(true);
  const sight = seat(true);
  const calm = seat(false);
  const size = seat(100, 50);

  const watch = <T extends unknown[]>(to: { value: T; told: Set<(...value: T) => void> }) => {
    return (told: (...value: T) => void) => {
      to.told.add(told);
      told(...to.value);
      return () => void to.told.delete(told);
    };
  };
  const set = <T extends unknown[]>(to: { value: T; told: Set<(...value: T) => void> }) => {
    return (...value: T) => {
      to.value = value;
      for (const told of to.told) told(...value);
    };
  };

  const stage: Stage = {
    now: () => now,
    requestFrame(callback) {
      frames.set(++ids, callback);
      return ids;
    },
    cancelFrame: (id) => void frames.delete(id),
    after(ms, callback) {
      const id = ++ids;
      timers.set(id, { at: now + ms, callback });
      return () => void timers.delete(id);
    },
    pixelRatio: () => 3,
    watchTab: watch(tab),
    watchSight: (_, told) => watch(sight)(told),
    watchSize: (_, told) => watch(size)(told),
    watchCalm: watch(calm),
  };

  return {
    stage,
    setTab: set(tab),
    setSight: set(sight),
    setCalm: set(calm),
    setSize: set(size),
    /** Frames asked for and not yet given. */
    waiting: () => frames.size,
    /** Watchers and timers not yet ended. */
    held: () => [tab, sight, calm, size].reduce((sum, { told }) => sum + told.size, timers.size),
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
