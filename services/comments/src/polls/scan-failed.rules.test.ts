import { refused, type SendFailure } from '@parley/providers/send-outcome';
import { expect, test } from 'vitest';
import { nullIfTargetGone, requireValue, ScanFailed } from './scan-failed.rules.ts';

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
