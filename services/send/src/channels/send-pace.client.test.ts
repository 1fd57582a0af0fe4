import { describe, expect, test } from 'vitest';
import { makeSendPace } from './send-pace.client.ts';

/** A clock that only `move` moves, and one place where processes reserve. */
function open() {
  let now = 0;
  let reservations = 0;
  let isDown = false;
  const freeAt = new Map<number, number>();
  const reserve = async (accountId: number, spanMs: number, limitMs: number) => {
    if (isDown) throw new Error('The database is away.');
    reservations++;
    const start = Math.max(freeAt.get(accountId) ?? now, now);
    if (start - now >= limitMs) return null;
    freeAt.set(accountId, start + spanMs);
    return start - now;
  };
  const startProcess = () => {
    const turns: number[] = [];
    const pace = makeSendPace({
      nowMs: () => now,
      reserve,
      async pause(ms) {
        turns.push(now + ms);
      },
    });
    return { pace, turns };
  };
  return {
    startProcess,
    reservations: () => reservations,
    cutDatabase: () => {
      isDown = true;
    },
    move: (ms: number) => {
      now += ms;
    },
  };
}
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('one process', () => {
  test('sends 20 messages a second of a number, and others do not wait for it', async () => {
    const { startProcess, move } = open();
    const { pace, turns } = startProcess();
    for (const _ of times(40)) await pace.enter(1, 10_000);
    expect(turns).toEqual(times(39).map((index) => (index + 1) * 50));
    expect(await pace.enter(2, 10_000)).toBe(0);
    move(2000);
    expect(await pace.enter(1, 10_000)).toBe(0);
  });

  test('refuses a message whose turn comes too late at once, and takes no turn', async () => {
    const { pace } = open().startProcess();
    for (const _ of times(3)) await pace.enter(1, 1000);
    expect(await pace.enter(1, 150)).toBeNull();
    expect(await pace.enter(1, 151)).toBe(150);
  });

  test('keeps to the pace alone while the database is away', async () => {
    const { startProcess, cutDatabase } = open();
    const { pace, turns } = startProcess();
    cutDatabase();
    await Promise.all(times(20).map(() => pace.enter(1, 10_000)));
    expect(turns).toEqual(times(19).map((index) => (index + 1) * 50));
  });
});

describe('several processes', () => {
  test('have 20 turns a second together, with a statement for every five', async () => {
    const { startProcess, reservations } = open();
    const processes = [startProcess(), startProcess(), startProcess()];
    await Promise.all(times(60).map((index) => processes[index % 3]?.pace.enter(1, 10_000)));
    const turns = processes.flatMap((one) => one.turns).toSorted((a, b) => a - b);
    // The first turn needs no pause.
    expect(turns).toEqual(times(59).map((index) => (index + 1) * 50));
    expect(reservations()).toBe(12);
  });

  test('do not reserve what was refused a moment ago', async () => {
    const { startProcess, reservations, move } = open();
    const [busy, other] = [startProcess(), startProcess()];
    for (const _ of times(20)) await busy.pace.enter(1, 10_000);
    const before = reservations();
    for (const _ of times(10)) expect(await other.pace.enter(1, 500)).toBeNull();
    expect(reservations()).toBe(before + 1);
    expect(await other.pace.enter(1, 2000)).toBe(1000);
    move(1000);
    expect(await other.pace.enter(1, 500)).toBe(50);
  });

  test('lose turns that they did not use in time', async () => {
    const { startProcess, move } = open();
    const [first, second] = [startProcess(), startProcess()];
    await first.pace.enter(1, 1000);
    move(250);
    await second.pace.enter(1, 1000);
    await first.pace.enter(1, 1000);
    expect(first.turns).toEqual([500]);
  });
});
