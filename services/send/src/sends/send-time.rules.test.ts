import { OffsetInstant } from '@parley/common/fields';
import { expect, test } from 'vitest';
import { readSendTime } from './send-time.rules.ts';

const NOW = new Date('2026-03-28T12:00:00.000Z');
const refused = expect.objectContaining({ code: 'invalid_send_at' });

test('without send_at nothing is scheduled', () => expect(readSendTime(undefined, NOW)).toBeNull());

test.each([
  ['2026-03-28T12:00:00.001Z', '2026-03-28T12:00:00.001Z'],
  ['2026-03-28T13:00:01+01:00', '2026-03-28T12:00:01.000Z'],
  // Not a time of day anywhere in that zone, but a moment.
  ['2026-03-29T02:30:00+01:00', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:30:00+02:00', '2026-03-29T01:30:00.000Z'],
  ['2026-06-26T12:00:00Z', '2026-06-26T12:00:00.000Z'],
  ['2026-03-28T23:59:59-12:00', '2026-03-29T11:59:59.000Z'],
])('%s is the moment %s', (given, moment) => {
  expect(OffsetInstant.safeParse(given).success).toBe(true);
  expect(readSendTime(given, NOW)?.toISOString()).toBe(moment);
});

test.each(['2026-03-28T12:00:00Z', '2026-03-28T12:59:59+01:00', '1970-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])(
  '%s is not in the future',
  (given) => {
    expect(OffsetInstant.safeParse(given).success).toBe(true);
    expect(() => readSendTime(given, NOW)).toThrow(refused);
  },
);

test.each(['2026-06-26T12:00:00.001Z', '2027-03-28T12:00:00Z', '9999-12-31T23:59:59Z'])(
  '%s is too far ahead',
  (given) => {
    expect(() => readSendTime(given, NOW)).toThrow(refused);
  },
);

test.each([
  '2026-03-28',
  '2026-03-28T13:00:00',
  '2026-02-30T13:00:00Z',
  '+012026-03-28T13:00:00Z',
  '2026-03-28T25:00:00Z',
  '1774699200',
  'tomorrow',
])('%s is no moment', (given) => expect(OffsetInstant.safeParse(given).success).toBe(false));
