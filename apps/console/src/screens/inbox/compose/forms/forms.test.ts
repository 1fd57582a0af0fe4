import { expect, test } from 'vitest';
import { readCoordinates } from './read-coordinates.ts';
import { haveRepeats, replyIdsOf } from './reply-ids.ts';

test.each([
  ['30.0444, 31.2357', [30.0444, 31.2357]],
  ['(-33.86 151.2)', [-33.86, 151.2]],
  ['30.0444°، 31.2357°', [30.0444, 31.2357]],
  ['91, 0', null],
  ['0, 181', null],
  ['30.0444', null],
  ['1, 2, 3', null],
  ['', null],
  ['x, y', null],
  [' ( 30.5 ° ,  -31 ) ', [30.5, -31]],
  [' '.repeat(100_000), null],
  [`30${' '.repeat(100_000)}31x`, null],
])('the coordinates %j are %j', (text, expected) => {
  const [latitude, longitude] = expected ?? [];
  expect(readCoordinates(text)).toEqual(expected === null ? null : { latitude, longitude });
});

test('the id of a choice is its title, or its position if the title is too long or repeated', () => {
  expect(replyIdsOf(['Yes', 'No'])).toEqual(['Yes', 'No']);
  expect(replyIdsOf(['Same', 'Same', 'x'.repeat(65)])).toEqual(['Same', '2', '3']);
  expect(replyIdsOf(['2', 'a', '2'])).toEqual(['2', 'a', '3']);
  expect(haveRepeats(['a', 'b'])).toBe(false);
  expect(haveRepeats(['a', 'a'])).toBe(true);
});
