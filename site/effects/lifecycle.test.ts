import { beforeEach, describe, expect, it } from 'vitest';
import { fakeStage } from '../testing/fake-stage.ts';
import { type Picture, type Player, type PlayOptions, play } from './lifecycle.ts';

let stage: ReturnType<typeof fakeStage>;
let log: string[];
let moving: boolean;
let player: Player;
const canvas = () => ({ width: 300, height: 150 }) as HTMLCanvasElement;

const picture: Picture = {
  resize: (width, height, ratio) => log.push(`resize ${width}x${height} at ${ratio}`),
  frame(dt, elapsed) {
    log.push(`frame ${dt} after ${elapsed}`);
    return moving;
  },
  still: () => log.push('still'),
};

const start = (options: PlayOptions = {}) => {
  player = play(canvas(), picture, { stage: stage.stage, ...options });
};

beforeEach(() => {
  stage = fakeStage();
  log = [];
  moving = true;
});

describe('play', () => {
  it('sizes the canvas once, then gives frames with the time that went by', () => {
    start();
    stage.pass(1000);
    stage.pass(16);
    expect(log).toEqual([
      'resize 200x100 at 2',
      'frame 0 after 0',
      'frame 0 after 0',
      'frame 0.016 after 0.016',
    ]);
  });

  it('caps the pixel ratio and renders a share of it', () => {
    start({ maxRatio: 1.5, scale: 0.5 });
    expect(log[0]).toBe('resize 75x38 at 0.75');
  });

  it('never leaps after a slow frame', () => {
    start();
    stage.pass(16);
    stage.pass(5000);
    expect(log.at(-1)).toBe('frame 0.1 after 5');
  });

  it.each([
    ['the tab is hidden', () => stage.setTab(false), () => stage.setTab(true)],
    ['it is scrolled away', () => stage.setSight(false), () => stage.setSight(true)],
    ['it has no size', () => stage.setSize(0, 0), () => stage.setSize(100, 50)],
  ])('schedules nothing while %s, and goes on after without a leap', (_, leave, comeBack) => {
    start();
    stage.pass(16);
    leave();
    expect(stage.waiting()).toBe(0);
    stage.pass(60_000);
    comeBack();
    stage.pass(16);
    expect(log.at(-1)).toBe('frame 0 after 0');
    expect(stage.waiting()).toBe(1);
  });

  it('sleeps when nothing moves, wakes when told', () => {
    start();
    moving = false;
    stage.pass(16);
    expect(stage.waiting()).toBe(0);
    player.wake();
    player.wake();
    expect(stage.waiting()).toBe(1);
  });

  it('does not wake while nobody sees it', () => {
    start();
    stage.setSight(false);
    player.wake();
    expect(stage.waiting()).toBe(0);
  });

  it('repaints at once when resized, asleep or not', () => {
    start();
    moving = false;
    stage.pass(16);
    log = [];
    stage.setSize(60, 60);
    expect(log).toEqual(['resize 120x120 at 2', 'frame 0 after 0']);
  });

  it('does not resize for the same size', () => {
    start();
    log = [];
    stage.setSize(100, 50);
    expect(log).toEqual([]);
  });
});

describe('reduced motion', () => {
  it('paints one still picture and schedules nothing', () => {
    stage.setCalm(true);
    start();
    player.wake();
    expect(log).toEqual(['resize 200x100 at 2', 'still']);
    expect(stage.waiting()).toBe(0);
  });

  it('is followed while the page is open', () => {
    start();
    stage.pass(16);
    stage.setCalm(true);
    expect(log.at(-1)).toBe('still');
    expect(stage.waiting()).toBe(0);
    stage.setCalm(false);
    expect(stage.waiting()).toBe(1);
  });

  it('paints the still picture again after a resize, and only once in sight', () => {
    stage.setCalm(true);
    stage.setSight(false);
    start();
    expect(log).not.toContain('still');
    stage.setSight(true);
    log = [];
    stage.setSize(60, 60);
    expect(log).toEqual(['resize 120x120 at 2', 'still']);
  });
});

describe('a lost context, and the end', () => {
  it('schedules nothing without a picture, then sizes and plays the next one', () => {
    start();
    player.show(undefined);
    expect(stage.waiting()).toBe(0);
    log = [];
    player.show(picture);
    stage.pass(16);
    expect(log).toEqual(['resize 200x100 at 2', 'frame 0 after 0']);
  });

  it('ends every watch and every frame', () => {
    start();
    player.stop();
    expect(stage.held()).toBe(0);
    expect(stage.waiting()).toBe(0);
    player.wake();
    expect(stage.waiting()).toBe(0);
  });
});

describe('slow frames', () => {
  const slow = () => start({ slow: 0.05 });
  const pass = (frames: number, ms: number) => {
    for (let i = 0; i < frames; i++) stage.pass(ms);
  };
  const sizes = () => log.filter((line) => line.startsWith('resize'));

  it('get fewer pixels a side, twice, then one still picture', () => {
    slow();
    pass(12, 250);
    expect(sizes()).toEqual(['resize 200x100 at 2', 'resize 100x50 at 1', 'resize 50x25 at 0.5']);
    expect(log.at(-1)).toBe('still');
    expect(stage.waiting()).toBe(0);
  });

  it('are forgiven when they are few, or when quick ones follow', () => {
    slow();
    for (let i = 0; i < 20; i++) {
      pass(2, 250);
      pass(15, 16);
    }
    stage.pass(60_000);
    pass(1000, 34);
    expect(sizes()).toHaveLength(1);
  });

  it('paint the still picture again for another size, and nothing else ever after', () => {
    slow();
    pass(12, 250);
    log = [];
    stage.setSize(200, 100);
    player.wake();
    expect(log).toEqual(['resize 100x50 at 0.5', 'still']);
    expect(stage.waiting()).toBe(0);
  });

  it('change nothing where nothing is too slow', () => {
    start();
    pass(50, 900);
    expect(sizes()).toHaveLength(1);
  });
});

describe('a picture that is still being drawn', () => {
  it('is waited for, and the time of waiting counts', () => {
    let busy = false;
    player = play(canvas(), { ...picture, isBusy: () => busy }, { stage: stage.stage, slow: 0.05 });
    stage.pass(16);
    busy = true;
    log = [];
    stage.pass(16);
    stage.pass(16);
    expect(log).toEqual([]);
    busy = false;
    stage.pass(16);
    expect(log).toEqual(['frame 0.048 after 0.048']);
  });

  it('is not waited for longer than a second', () => {
    player = play(canvas(), { ...picture, isBusy: () => true }, { stage: stage.stage, slow: 0.05 });
    log = [];
    for (let i = 0; i < 11; i++) stage.pass(100);
    expect(log).toEqual(['frame 0.1 after 1']);
  });
});
