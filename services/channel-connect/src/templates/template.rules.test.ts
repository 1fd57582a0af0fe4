import { expect, test } from 'vitest';
import {
  approvedNames,
  categoriesOf,
  categoryOf,
  findNumberNamed,
  fitEntries,
  type ProviderTemplate,
  textsOf,
  toTemplateEntry,
} from './template.rules.ts';

const listed = (given: Partial<ProviderTemplate> = {}): ProviderTemplate => ({
  id: '1',
  name: 'x',
  language: 'en',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'HEADER', text: '{{1}}' }],
  quality: null,
  rejectedReason: null,
  correctCategory: null,
  ...given,
});
const template = (name: string, language: string, status: string) =>
  toTemplateEntry(listed({ name, language, status }));

test.each([
  ['Hello', 0],
  ['Hello {{1}}', 1],
  ['{{1}} {{2}} {{1}}', 2],
  ['{{ 1 }} and {{1}}', 1],
  ['{{first_name}} {{last_name}}', 2],
  ['{{}} {1} {{a b}}', 0],
])('the body "%s" asks for %i values', (body, variables) => {
  expect(toTemplateEntry(listed({ components: [{ type: 'BODY', text: body }] }))).toMatchObject({ body, variables });
});

test('a template without a body has an empty body, and placeholders of its header do not count', () => {
  expect(template('x', 'en', 'APPROVED')).toMatchObject({ body: '', variables: 0 });
});

test('the original members keep their order; id, quality, reason and components follow', () => {
  const components = [{ type: 'BODY', text: 'Hi', example: { body_text: [['a']] } }];
  const rejected = listed({ components, quality: 'RED', rejectedReason: 'INVALID_FORMAT' });
  expect(JSON.stringify(toTemplateEntry(rejected))).toBe(
    JSON.stringify({
      name: 'x',
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      correctCategory: null,
      body: 'Hi',
      variables: 0,
      id: '1',
      quality: 'RED',
      rejectedReason: 'INVALID_FORMAT',
      components,
    }),
  );
  expect(toTemplateEntry(listed({ rejectedReason: 'NONE' }))).toMatchObject({ rejectedReason: null, quality: null });
});

test.each([
  ['MARKETING', 'MARKETING'],
  ['UTILITY', null],
  ['', null],
  [null, null],
])('a utility template whose correct category is %j will be %j', (correctCategory, shown) => {
  expect(toTemplateEntry(listed({ correctCategory }))).toMatchObject({ category: 'UTILITY', correctCategory: shown });
});

test('each approved name is listed once, whatever its languages', () => {
  const all = [template('a', 'en', 'APPROVED'), template('a', 'ar', 'APPROVED'), template('b', 'en', 'PENDING')];
  expect(approvedNames(all)).toEqual(['a']);
});

test('categories are those of every state, by name and language', () => {
  const all = [
    listed({ language: 'en_US' }),
    listed({ status: 'PAUSED', category: 'MARKETING' }),
    listed({ category: '' }),
  ];
  expect(categoriesOf(all.map(toTemplateEntry))).toEqual({ 'x/en_US': 'UTILITY', 'x/en': 'MARKETING' });
});

test('a list that is too large keeps as many entries as without components, and components as far as they fit', () => {
  const all = Array.from({ length: 10 }, (_, n) => toTemplateEntry(listed({ name: `t${n}` })));
  const plain = all.map((entry) => ({ ...entry, components: null }));
  const bytesOf = (value: unknown): number => JSON.stringify(value).length;
  const allPlain = plain.reduce((sum, entry) => sum + bytesOf(entry), 0);
  const extra = bytesOf(all[0]) - bytesOf(plain[0]);
  expect(fitEntries(all)).toEqual(all);
  expect(fitEntries(all, allPlain + 3 * extra)).toEqual([...all.slice(0, 3), ...plain.slice(3)]);
  expect(fitEntries(all, allPlain - 1).map(({ name }) => name)).toEqual(plain.slice(0, 9).map(({ name }) => name));
});

test.each<[string, { name: string; language: string }, string | null]>([
  ['of its language', { name: 'a', language: 'en' }, 'UTILITY'],
  ['of its other language', { name: 'a', language: 'ar' }, 'MARKETING'],
  ['of a language that is not listed: the strictest', { name: 'a', language: 'fr' }, 'MARKETING'],
  ['of another language, where all are alike', { name: 'b', language: 'fr' }, 'AUTHENTICATION'],
  ['of an unknown name: none', { name: 'c', language: 'en' }, null],
])('the category %s', (_, named, category) => {
  const listed = [
    { name: 'a', language: 'en', category: 'UTILITY' },
    { name: 'a', language: 'ar', category: 'MARKETING' },
    { name: 'b', language: 'en', category: 'AUTHENTICATION' },
  ];
  expect(categoryOf(listed, named)).toBe(category);
});

test('texts are those of approved templates that carry no code, as many as fit', () => {
  const components = [{ type: 'BODY', text: 'Hi {{1}}' }];
  const entries = [
    listed({ name: 'a', components }),
    listed({ name: 'b', components, status: 'PENDING' }),
    listed({ name: 'c', components, category: 'AUTHENTICATION' }),
    listed({ name: 'd' }),
    listed({ name: 'e', components }),
  ].map(toTemplateEntry);
  const body = 'Hi {{1}}';
  expect(textsOf(entries)).toEqual({ 'a/en': { body }, 'e/en': { body } });
  expect(textsOf(entries, 40)).toEqual({ 'a/en': { body } });
});

const SHOP = { externalId: '1001', name: 'Shop', number: '+49 30 1234567' };
const SUPPORT = { externalId: '1002', name: 'Support', number: '+12025550123' };
/** Its label is the number of another account. */
const TRICKY = { externalId: '1003', name: '+12025550123', number: null };

test.each([
  ['no name: the first one', null, [SHOP, SUPPORT], SHOP],
  ['no name, without numbers', null, [], null],
  ["the provider's id", '1002', [SHOP, SUPPORT], SUPPORT],
  ['the label', 'Support', [SHOP, SUPPORT], SUPPORT],
  ['the label in other letters', 'support', [SHOP, SUPPORT], null],
  ['the number', '+12025550123', [SHOP, SUPPORT], SUPPORT],
  ['the number without plus', '12025550123', [SHOP, SUPPORT], SUPPORT],
  ['the number with separators', '+1 (202) 555-01.23', [SHOP, SUPPORT], SUPPORT],
  ['a number that is kept with separators', '+49301234567', [SHOP, SUPPORT], SHOP],
  ['a part of the number', '2025550123', [SHOP, SUPPORT], null],
  ['a label that looks like the number of a later one', '+12025550123', [TRICKY, SUPPORT], TRICKY],
  ['a number before a label that looks like it', '+12025550123', [SUPPORT, TRICKY], SUPPORT],
  ['an empty text', '', [SHOP, SUPPORT], null],
  ['not a number', 'x', [TRICKY], null],
])('%s', (_what, from, numbers, named) => {
  expect(findNumberNamed(numbers, from)).toBe(named);
});
