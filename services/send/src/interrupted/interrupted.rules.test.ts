import { expect, test } from 'vitest';
import { expiredBefore } from './interrupted.rules.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');

test.each([
  ['wa', '2026-05-01T11:50:00.000Z'],
  ['wd', '2026-05-01T11:50:00.000Z'],
  ['fb', '2026-05-01T11:50:00.000Z'],
  ['ig', '2026-05-01T11:50:00.000Z'],
  ['tt', '2026-05-01T11:50:00.000Z'],
  ['tg', '2026-05-01T12:00:00.000Z'],
] as const)('on %s, with ten minutes to confirm, a send from before %s has expired', (channel, before) => {
  expect(expiredBefore(channel, NOW, 600_000).toISOString()).toBe(before);
});
