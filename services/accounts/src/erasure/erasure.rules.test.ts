import type { ErasedPerson, EraseProgress } from '@parley/common/contracts/internal/erase-data';
import { describe, expect, test } from 'vitest';
import {
  addCounts,
  advance,
  CONTACT_STEPS,
  type ErasurePlace,
  firstPlace,
  mergePerson,
  TENANT_STEPS,
} from './erasure.rules.ts';

const nothing: EraseProgress = { erased: {}, cursor: null, waiting: 0 };

/** Runs one round to its end; `found` holds the progress of each step. */
function runRound(what: 'contact' | 'tenant', from: ErasurePlace, found: Record<string, Partial<EraseProgress>>) {
  let place = from;
  const steps: string[] = [];
  for (;;) {
    steps.push(place.step);
    const next = advance(what, place, { ...nothing, ...found[place.step] });
    if (next.kind === 'done' || next.place.step === firstPlace(what).step) return { steps, next };
    place = next.place;
  }
}

describe('an erasure', () => {
  test.each([
    ['contact', CONTACT_STEPS],
    ['tenant', TENANT_STEPS],
  ] as const)(
    'of a %s asks every owner in a round, and is done after a second round that found nothing',
    (what, all) => {
      const { steps, next } = runRound(what, firstPlace(what), {});
      expect(steps).toEqual(all);
      if (next.kind === 'done') throw new Error('done after one look');
      expect(next.pauseMs).toBeGreaterThan(0);
      expect(runRound(what, next.place, {})).toEqual({ steps: all, next: { kind: 'done' } });
    },
  );

  test('starts another round at once while something was found', () => {
    const { next } = runRound('contact', firstPlace('contact'), { inbox: { erased: { messages: 3 } } });
    expect(next).toMatchObject({ kind: 'go on', pauseMs: 0, place: { step: 'find', roundErased: 0, waiting: 0 } });
  });

  test('backs off, and never finishes, while something cannot be erased yet', () => {
    let place = firstPlace('tenant');
    const pauses: number[] = [];
    for (let round = 0; round < 9; round++) {
      const { next } = runRound('tenant', place, { 'channel-connect': { waiting: 2 } });
      if (next.kind === 'done') throw new Error('done too early');
      pauses.push(next.pauseMs);
      place = next.place;
      expect(place.waiting).toBe(2);
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  test('stays in a step while it returns a cursor', () => {
    const next = advance('tenant', firstPlace('tenant'), { erased: { links: 5 }, cursor: 'links:7', waiting: 1 });
    expect(next).toMatchObject({
      pauseMs: 0,
      place: { step: 'channel-connect', cursor: 'links:7', roundErased: 5, roundWaiting: 1 },
    });
  });

  test('keeps the first boundary of a new contact, and adds what a later lookup finds', () => {
    const first: ErasedPerson = {
      tenantId: 1,
      channel: 'wd',
      contactIds: [7],
      addresses: ['+491701'],
      names: ['Ann'],
      conversationIds: [3],
      messagesBefore: '100',
      eventsBefore: '200',
      foundAt: '2026-01-01T00:00:00.000Z',
      detachedAt: null,
    };
    const later = {
      ...first,
      addresses: ['+491701', '5@lid'],
      names: ['Ann', 'ann_s'],
      conversationIds: [4],
      messagesBefore: '900',
    };
    expect(mergePerson(first, later)).toEqual({
      ...first,
      addresses: ['+491701', '5@lid'],
      names: ['Ann', 'ann_s'],
      conversationIds: [3, 4],
    });
    expect(mergePerson(first, null)).toEqual(first);
    expect(mergePerson(null, later)).toEqual(later);
  });

  test.each([
    ['stays while nothing is attached to the person', { addresses: [], contactIds: [7] }, '2026-01-01T00:00:01.000Z'],
    ['is due again for a new address', { addresses: ['5@lid'], contactIds: [7] }, null],
    ['is due again for another contact', { addresses: [], contactIds: [7, 8] }, null],
  ])('the time at which the addresses were deleted %s', (_, found, detachedAt) => {
    const known: ErasedPerson = {
      tenantId: 1,
      channel: 'wd',
      contactIds: [7],
      addresses: ['+491701'],
      names: [],
      conversationIds: [],
      messagesBefore: '100',
      eventsBefore: '200',
      foundAt: '2026-01-01T00:00:00.000Z',
      detachedAt: '2026-01-01T00:00:01.000Z',
    };
    expect(mergePerson(known, { ...known, ...found, detachedAt: null })).toMatchObject({ detachedAt });
  });

  test('sums the erased items by kind', () => {
    expect(addCounts({ messages: 2 }, { messages: 3, events: 1, files: 0 })).toEqual({ messages: 5, events: 1 });
  });
});
