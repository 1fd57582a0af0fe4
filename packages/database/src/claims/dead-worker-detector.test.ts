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
    /** The dead workers found, and whether a query ran. */
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

test('a worker that is alone checks once, and again after thirty seconds', async () => {
  const { look, wait } = open();
  expect(await look()).toEqual({ gone: [], looked: true });
  wait(29_999);
  expect(await look()).toEqual({ gone: [], looked: false });
  wait(1);
  expect(await look()).toEqual({ gone: [], looked: true });
});

test('with another worker it checks every time, and finds it when it is dead', async () => {
  const { look, enlist } = open();
  enlist(OTHER);
  expect(await look()).toEqual({ gone: [], looked: true });
  enlist(OTHER, DEAD);
  expect(await look()).toEqual({ gone: ['dead'], looked: true });
  // A dead worker is found until it is removed from the list.
  enlist(DEAD);
  expect(await look()).toEqual({ gone: ['dead'], looked: true });
  expect(await look()).toEqual({ gone: ['dead'], looked: true });
});

test('it checks as soon as another worker joins, even during a check', async () => {
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

test('a worker without its presence, which gets no notifications, checks every time', async () => {
  const { look } = open(null);
  await look();
  expect((await look()).looked).toBe(true);
});
