import { expect, test } from 'vitest';
import { tokenDueAt, toSecrets } from './tiktok-token.rules.ts';

const NOW = new Date('2026-01-02T12:00:00.000Z');

test.each([
  { what: 'a day: two hours before its end', lifeSeconds: 86_400, dueAt: '2026-01-03T10:00:00.000Z' },
  { what: 'an hour: five minutes before its end', lifeSeconds: 3600, dueAt: '2026-01-02T12:55:00.000Z' },
  { what: 'twelve seconds: one second before its end', lifeSeconds: 12, dueAt: '2026-01-02T12:00:11.000Z' },
  { what: 'nothing: at once', lifeSeconds: 0, dueAt: '2026-01-02T12:00:00.000Z' },
])('a token that lives for $what is renewed when a twelfth of its life is left', ({ lifeSeconds, dueAt }) => {
  const expiresAt = new Date(NOW.getTime() + lifeSeconds * 1000);
  expect(tokenDueAt({ expiresAt }, NOW)).toEqual(new Date(dueAt));
});

test('an expired token was due at its end, not after it', () => {
  const expiresAt = new Date(NOW.getTime() - 60_000);
  expect(tokenDueAt({ expiresAt }, NOW).getTime()).toBeLessThanOrEqual(NOW.getTime());
});

test('converts TikTok’s seconds to times', () => {
  const given = {
    accessToken: 'access',
    refreshToken: 'refresh',
    expiresInSeconds: 86_400,
    refreshExpiresInSeconds: 60,
  };
  expect(toSecrets(given, NOW)).toEqual({
    accessToken: 'access',
    refreshToken: 'refresh',
    expiresAt: new Date('2026-01-03T12:00:00.000Z'),
    refreshExpiresAt: new Date('2026-01-02T12:01:00.000Z'),
  });
});
