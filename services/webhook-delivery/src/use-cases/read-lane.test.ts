import { expect, test } from 'vitest';
import type { ClaimedLane } from '../domain/lane-health.ts';
import { makeReadLane } from './read-lane.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');
const LANE: ClaimedLane = {
  instanceId: 'ins_a',
  claimId: 'clm_a',
  health: { consecutiveFailures: 0, failingSince: null, resumeAt: null, pauseReason: null },
  expired: false,
};

/** A lane whose waiting deliveries have these numbers; odd ones must wait for an older one. */
const readFrom = (count: number, inHand: string[], limit: number) =>
  makeReadLane({
    findDue: async (_, passed, wanted) =>
      Array.from({ length: count }, (_unused, n) => n)
        .filter((n) => !passed.includes(String(n)))
        .slice(0, wanted)
        .map((n) => ({
          id: String(n),
          instanceId: 'ins_a',
          attempt: 0,
          eventId: `evt_${n}`,
          type: 'message.received',
          conversationId: n,
          createdMs: n,
          data: '{}',
          url: '',
          secret: '',
          previousSecret: null,
          ordered: true,
          platform: null,
          at: AT,
          olderFailedAt: n % 2 === 1 ? AT : null,
        })),
  })(LANE, inHand, limit);

test.each<[string, number, string[], number, string[], boolean]>([
  ['an empty lane', 0, [], 2, [], false],
  ['fewer than asked for', 3, [], 9, ['0', '2'], false],
  ['past those that have to wait, until the page is full', 20, [], 4, ['0', '2', '4', '6'], true],
  ['past those that have to wait, until the end', 5, [], 4, ['0', '2', '4'], false],
  ['none that are already in hand', 9, ['0', '2'], 2, ['4', '6'], true],
])('reads %s', async (_, count, inHand, limit, ids, hasMore) => {
  const page = await readFrom(count, inHand, limit);
  expect(page.due.map(({ id }) => id)).toEqual(ids);
  expect(page.hasMore).toBe(hasMore);
});
