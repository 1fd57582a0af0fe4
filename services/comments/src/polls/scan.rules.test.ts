import { refused, type SendFailure } from '@parley/providers/sent/send-outcome';
import { expect, test } from 'vitest';
import {
  nullIfTargetGone,
  type PlannedScan,
  requireValue,
  ScanFailed,
  stateAfterScan,
  statesOf,
  type VideoState,
} from './scan.rules.ts';

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

const provider = (code: number) => ({ name: 'tiktok', status: 200, code, message: '' }) as const;

test.each([40002, 40007])('a refusal with %d means that the video or comment is gone', (code) => {
  expect(nullIfTargetGone(new ScanFailed(refused(provider(code))))).toBeNull();
});

test.each<[string, Error]>([
  ['a rate limit', new ScanFailed(refused(provider(40100)))],
  ['a refused token', new ScanFailed(refused(provider(40002), { channelBroken: true }))],
  ['a call without an answer', new ScanFailed({ kind: 'unknown', provider: provider(40002) })],
  ['an error of the database', new Error('The database failed.')],
])('%s is thrown', (_, error) => {
  expect(() => nullIfTargetGone(error)).toThrow(error);
});

test('a page that TikTok refuses is thrown with its failure', () => {
  const failure: SendFailure = refused(provider(40100));
  expect(() => requireValue({ ok: false, failure })).toThrow(expect.objectContaining({ failure }));
  expect(requireValue({ ok: true, value: 1 })).toBe(1);
});
