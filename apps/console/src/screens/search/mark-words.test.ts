import { wordsOf } from '@parley/common/text/words-of';
import { expect, test } from 'vitest';
import { markWords } from './mark-words.ts';

test.each([
  { text: 'Your order is on its way', q: 'ord way', found: ['order', 'way'] },
  { text: 'ORDERS, orders and border', q: 'order', found: ['ORDERS', 'orders'] },
  { text: 'وصلت الطَّلَبِيّة إلى المكتبه', q: 'المكتبة الى الطلبيه', found: ['الطَّلَبِيّة', 'إلى', 'المكتبه'] },
  { text: 'number ٤٧١١', q: '4711', found: ['٤٧١١'] },
  { text: 'nothing of it', q: 'else', found: [] },
  { text: '', q: 'else', found: [] },
  { text: '<b>bold</b>', q: 'bold', found: ['bold'] },
])('finds in "$text" the words of "$q"', ({ text, q, found }) => {
  const parts = markWords(text, wordsOf(q));
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ isFound }) => isFound).map((part) => part.text)).toEqual(found);
});
