import { expect, test } from 'vitest';
import { resendAfterMs } from './resend-after.ts';

test.each([
  ['never attempted: soon', undefined, 1000],
  ['attempted once: twice as long', { count: 1, lastAtMs: 50_000 }, 2000],
  ['attempted five times', { count: 5, lastAtMs: 50_000 }, 32_000],
  ['attempted for long: at most five minutes', { count: 2000, lastAtMs: 50_000 }, 300_000],
  ['attempted a while ago: the rest of the pause', { count: 5, lastAtMs: 30_000 }, 12_000],
  ['attempted long ago: soon', { count: 5, lastAtMs: 0 }, 1000],
])('an answer that was %s', (_, attempts, ms) => {
  expect(resendAfterMs(attempts, 50_000)).toBe(ms);
});
