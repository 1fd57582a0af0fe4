import { expect, test } from 'vitest';
import { readTexts } from './address-filters.ts';

const read = readTexts('key', 'status');

test.each([
  ['the texts of a screen', { key: 'ins_1', status: 'failed' }, { key: 'ins_1', status: 'failed' }],
  ['a text that looks like a number', { key: 42 }, { key: '42' }],
  ['what is empty', { key: '', status: 'failed' }, { status: 'failed' }],
  ['what is no text', { key: { a: 1 }, status: ['x'] }, {}],
  ['what the screen does not know', { other: 'x' }, {}],
])('an address with filters: %s', (_, written, texts) => {
  expect(read(written)).toEqual(texts);
});
