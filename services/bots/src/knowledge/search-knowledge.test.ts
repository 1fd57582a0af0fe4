import { expect, test } from 'vitest';
import { openKnowledge } from '../../test/open-knowledge.ts';
import { ANSWERS, type Answer, type Language, writeHandbook } from '../../test/shop-handbook.ts';

// docs/reference/bots.md#search

const QUERIES: readonly [Answer, Language, string][] = [
  ['hours', 'en', 'opening hours of the shop'],
  ['hours', 'en', 'When do you open?'],
  ['hours', 'en', 'openning huors'],
  ['hours', 'ar', 'متى تفتحون'],
  ['hours', 'ar', 'مَتَى تَفْتَحُونَ؟'],
  ['hours', 'ar', 'اوقات الداوم'],
  ['delivery', 'en', 'How much does delivery to my home cost?'],
  ['delivery', 'en', 'delivry price'],
  ['delivery', 'ar', 'كم رسوم التوصيل لو سمحت'],
  ['delivery', 'ar', 'بكم التوصييل'],
  ['returns', 'en', 'can I return a dress that I bought'],
  ['returns', 'en', 'retrun and refnud policy'],
  ['returns', 'ar', 'هل يمكنني ارجاع فستان'],
  ['returns', 'ar', 'سياسة الارجاغ'],
  ['payment', 'en', 'do you take Visa cards'],
  ['payment', 'en', 'how can I pay, aple pay?'],
  ['payment', 'ar', 'طرق الدفع عندكم'],
  ['payment', 'ar', 'هل تقبلون الفيزا'],
  ['payment', 'ar', 'الدفغ نقدا'],
  ['parking', 'en', 'where is free parking near the shop'],
  ['parking', 'en', 'were is the brnach, is there prking'],
  ['parking', 'ar', 'وين موقع الفرع'],
  ['parking', 'ar', 'مواقف السيارت'],
];

test('finds the right passage among the first three of 2,000, in both languages and despite typing errors', async () => {
  await using shop = await openKnowledge();
  const source = await shop.learn({ kind: 'markdown', title: 'Handbook', text: writeHandbook(2000, 7) });
  expect(source).toMatchObject({ status: 'ready', error: null });
  const missed: unknown[] = [];
  for (const [answer, language, query] of QUERIES) {
    const found = await shop.search(query);
    expect(found.length).toBeLessThanOrEqual(6);
    const titles = found.map(({ title }) => title);
    if (!titles.slice(0, 3).includes(ANSWERS[answer][language][0]))
      missed.push({ query, titles, first: found[0]?.text });
  }
  expect(missed).toEqual([]);
});
