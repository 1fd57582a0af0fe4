import { expect, test } from 'vitest';
import { cleanFileFacts } from './file-facts.ts';

const clean = (given: Partial<Parameters<typeof cleanFileFacts>[0]>) =>
  cleanFileFacts({ mimeType: null, filename: null, size: null, ...given });

test.each([
  ['image/jpeg', 'image/jpeg'],
  ['audio/ogg; codecs=opus', 'audio/ogg; codecs=opus'],
  ['application/vnd.ms-excel.sheet.macroEnabled.12', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
  ['', null],
  ['image\\/jpeg', 'image\\/jpeg'],
  ['image/png\r\nx-evil: 1', null],
  ['image/png; a=\u0000', null],
  [`image/${'a'.repeat(1_000_000)}`, null],
  ['ïmage/png', null],
])('keeps a type that is valid, otherwise unknown: %s', (given, reported) => {
  expect(clean({ mimeType: given }).mimeType).toBe(reported);
});

test.each([
  [0, 0],
  [2 ** 53 - 1, 2 ** 53 - 1],
  [-1, null],
  [1.5, null],
  [2 ** 63, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
])('keeps a length that a file can have, otherwise unknown: %s', (given, reported) => {
  expect(clean({ size: given }).size).toBe(reported);
});

test.each([
  ['Rechnung März.pdf', 'Rechnung März.pdf'],
  ['a\r\nSet-Cookie: x\u0000.pdf', 'a__Set-Cookie: x_.pdf'],
  ['lone \ud83d end', 'lone _ end'],
  ['👍'.repeat(300), '👍'.repeat(255)],
  ['', ''],
])('keeps the printable characters of a name: %s', (given, reported) => {
  expect(clean({ filename: given }).filename).toBe(reported);
});

test('a name of a megabyte keeps its first 255 characters', () => {
  expect(clean({ filename: 'x'.repeat(1_000_000) }).filename).toBe('x'.repeat(255));
});
