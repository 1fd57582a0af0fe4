import { expect, test } from 'vitest';
import { makeDeadWorkerDetector } from './dead-worker-detector.ts';

const OWN = { number: 1, worker: 'own', gone: false };
const OTHER = { number: 2, worker: 'other', gone: false };
const DEAD = { number: 3, worker: 'dead', gone: true };

function open(own: number | null = 1) {
  let nowMs = 0;
  let looks = 0;
  let enlisted = [OWN];
  let during = (): void => {};
  const watch = makeDeadWorkerDetector(
    () => own,
    () => nowMs,
  );
  return {
    watch,
    wait(ms: number): void {
      nowMs += ms;
    },
    enlist(...others: (typeof OWN)[]): void {
      enlisted = [OWN, ...others];
    },
    meanwhile(happens: () => void): void {
      during = happens;
    },
    /** Who is found gone, and whether it looked. */
    async look(): Promise<{ gone: string[]; looked: boolean }> {
      const before = looks;
      const gone = await watch.findGone(async () => {
        looks++;
        const found = [...enlisted];
        during();
        during = () => {};
        return found;
      });
      return { gone: gone.map(({ worker }) => worker), looked: looks > before };
    },
  };
}

test('a worker that is alone looks once, and again after thirty seconds', async () => {
  const { look, wait } = open();
  expect(await look()).toEqual({ gone: [], looked: true });
  wait(29_999);
  expect(await look()).toEqual({ gone: [], looked: false });
  wait(1);
  expect(await look()).toEqual({ gone: [], looked: true });
});

test('beside another it looks every time, and finds it when it is gone', async () => {
  const { look, enlist } = open();
  enlist(OTHER);
  expect(await look()).toEqual({ gone: [], looked: true });
  enlist(OTHER, DEAD);
  expect(await look()).toEqual({ gone: ['dead'], looked: true });
  // A dead one is looked at until somebody takes it off the list.
  enlist(DEAD);
  expect(await look()).toEqual({ gone: ['dead'], looked: true });
  expect(await look()).toEqual({ gone: ['dead'], looked: true });
});

test('it looks as soon as another joins, also when that was while it looked', async () => {
  const { watch, look, enlist, meanwhile } = open();
  await look();
  enlist(OTHER);
  watch.joined();
  expect((await look()).looked).toBe(true);
  enlist();
  meanwhile(watch.joined);
  await look();
  expect((await look()).looked).toBe(true);
});

test('a worker without its presence, which hears of nobody, looks every time', async () => {
  const { look } = open(null);
  await look();
  expect((await look()).looked).toBe(true);
});
