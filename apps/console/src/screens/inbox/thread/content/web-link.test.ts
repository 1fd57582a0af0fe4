import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';
import { webLink } from './web-link.ts';

test.each([
  ['https://shop.example/a?b=1', 'https://shop.example/a?b=1'],
  ['HTTP://shop.example', 'http://shop.example/'],
  ['javascript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  [' javascript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['vbscript:x', null],
  ['//shop.example', null],
  ['/console/keys', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%j opens %j', (address, opened) => {
  expect(webLink(address)).toBe(opened);
});

test('cuts a long title, but never within a surrogate pair', () => {
  expect(cutText('short')).toBe('short');
  expect(cutText('👍'.repeat(200), 9)).toBe('👍👍👍👍…');
  expect(cutText('a'.repeat(10_000)).length).toBeLessThanOrEqual(301);
});
