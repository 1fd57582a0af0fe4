import { expect, test } from 'vitest';
import { type EmojiGroups, findEmoji, inRows } from './find-emoji.ts';

const GROUPS: EmojiGroups = [
  [
    ['😀', 'grinning face', 'cheerful happy'],
    ['😿', 'crying cat', 'face sad'],
  ],
  [
    ['🐈', 'cat', 'pet animal'],
    ['❤️', 'قَلْب أحمر', ''],
  ],
];
const found = (typed: string) => findEmoji(GROUPS, typed).map(([emoji]) => emoji);

test('finds by the beginning of words; names that begin with the text come first', () => {
  expect(found('cat')).toEqual(['🐈', '😿']);
  expect(found('CHEER')).toEqual(['😀']);
  expect(found('face sad')).toEqual(['😿']);
  expect(found('at')).toEqual([]);
  expect(found('قلب')).toEqual(['❤️']);
  expect(found('  ')).toEqual([]);
});

test('shows a bounded number of emoji', () => {
  const many: EmojiGroups = [
    Array.from({ length: 200 }, (_, nth) => [`e${nth}`, 'same', '']) as [string, string, string][],
  ];
  expect(findEmoji(many, 'same')).toHaveLength(64);
});

test('fills rows, and puts the remaining emoji into the last one', () => {
  expect(inRows([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
});
