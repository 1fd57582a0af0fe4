import { expect, test } from 'vitest';
import { findEnds } from './ends-soon.rules.ts';

const NOW = new Date('2030-05-06T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const inHours = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);
const ACCOUNT = { tokenExpiresAt: null, appSeenAt: null };
const DAY = 24;

test.each<[string, { tokenExpiresAt?: Date; appSeenAt?: Date }, [string, string][]]>([
  ['a token without an end', {}, []],
  ['a token that ends later', { tokenExpiresAt: inHours(14 * DAY + 1) }, []],
  ['a token that ends in two weeks', { tokenExpiresAt: inHours(14 * DAY) }, [['token', 'first']]],
  ['a token that ends in more than three days', { tokenExpiresAt: inHours(3 * DAY + 1) }, [['token', 'first']]],
  ['a token that ends in three days', { tokenExpiresAt: inHours(3 * DAY) }, [['token', 'last']]],
  ['a token that has ended', { tokenExpiresAt: NOW }, []],
  ['an app that was used nine days ago', { appSeenAt: inHours(-9 * DAY) }, []],
  ['an app that was used ten days ago', { appSeenAt: inHours(-10 * DAY) }, [['app', 'first']]],
  ['an app that was used 13 days ago', { appSeenAt: inHours(-13 * DAY) }, [['app', 'last']]],
  ['an app whose number has ended', { appSeenAt: inHours(-14 * DAY) }, []],
  [
    'both',
    { tokenExpiresAt: inHours(1), appSeenAt: inHours(-11 * DAY) },
    [
      ['token', 'last'],
      ['app', 'first'],
    ],
  ],
])('%s', (_what, change, expected) => {
  const ends = findEnds({ ...ACCOUNT, ...change }, NOW);
  expect(ends.map(({ cause, isLast }) => [cause, isLast ? 'last' : 'first'])).toEqual(expected);
});

test('the end of a number whose app is not used is 14 days after its last sign', () => {
  expect(findEnds({ ...ACCOUNT, appSeenAt: inHours(-11 * DAY) }, NOW)).toEqual([
    { cause: 'app', endsAt: inHours(3 * DAY), isLast: false },
  ]);
});
