import { expect, test } from 'vitest';
import { type PlannedScan, stateAfterScan, statesOf, type VideoState } from './plan-scans.rules.ts';

const NOW = new Date(90_000);
const CONNECTED_AT = new Date(10_000);
const before: VideoState = { count: 3, at: 50_000, isOpen: false };
const planned: PlannedScan = {
  videoId: 'v',
  count: 4,
  connectedAt: CONNECTED_AT,
  since: CONNECTED_AT,
  expected: 1,
  isFirst: false,
};

test.each<[string, { isOpen: boolean } | null, VideoState | undefined, VideoState]>([
  ['a complete scan counts from its start', { isOpen: false }, before, { count: 4, at: 90_000, isOpen: false }],
  ['an incomplete one does not advance the time', { isOpen: true }, before, { count: 4, at: 50_000, isOpen: true }],
  [
    'an incomplete first one counts from the connection',
    { isOpen: true },
    undefined,
    { count: 4, at: 10_000, isOpen: true },
  ],
  ['a video that is gone is not read again at once', null, before, { count: 4, at: 90_000, isOpen: false }],
])('%s', (_, scan, state, after) => {
  expect(stateAfterScan(planned, scan, state, NOW)).toEqual(after);
});

test('only the states of listed videos are kept', () => {
  expect(statesOf([{ id: 'v' }, { id: 'new' }], { v: before, old: before })).toEqual({ v: before });
});
