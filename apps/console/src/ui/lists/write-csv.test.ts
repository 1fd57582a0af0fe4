import { expect, test } from 'vitest';
import { writeCsv } from './write-csv.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  [-3, '-3'],
  [null, ''],
])('the cell %j is written as %j', (cell, expected) => {
  expect(writeCsv([[cell, 'end']])).toBe(`${expected},end\r\n`);
});
