import { expect, test } from 'vitest';
import {
  lexemesOf,
  lexemesOfPerson,
  namedId,
  queryOf,
  snippetOf,
  soughtOf,
  soughtPersonOf,
} from './search-words.rules.ts';

test('a text has its folded words as lexemes, once each, under its tenant', () => {
  expect(lexemesOf(7, 'Hello, HELLO! أهلاً بِكم ١٢')).toEqual(['7:hello', '7:اهلا', '7:بكم', '7:12']);
  expect(lexemesOf(7, '?! \u0000 😀')).toEqual([]);
  expect(lexemesOf(7, 'x'.repeat(41))).toEqual([]);
});

test.each([
  ['order', `'7:order':*`],
  ['Order  ship', `'7:order':* & '7:ship':*`],
  ['a order a', `'7:a' & '7:order':*`],
  ['القائِمة', `'7:القائمه':*`],
  [`o'; DROP \\ :* | !x`, `'7:o' & '7:drop':* & '7:x'`],
])('%s becomes the query %s', (q, query) => {
  expect(queryOf(7, soughtOf(q))).toBe(query);
});

test('a person is found by words of names and addresses, and by the ends of a number', () => {
  const person = { name: 'أحمد Lee', username: 'ann_l', phone: '+1555123', addresses: ['comment:42', '+1555123'] };
  const numbers = ['1555123', '555123', '55123', '5123'];
  const lexemes = ['احمد', 'lee', 'ann', 'l', ...numbers, '42'].map((word) => `7:${word}`);
  expect(lexemesOfPerson(7, person)).toEqual(lexemes);
});

test.each([
  ['García', 'Garcia'],
  ['Garcia', 'García'],
  ['Łukasz Đorđević', 'lukasz dordevic'],
  ['Strauß', 'Strauss'],
  ['Фёдор', 'Федор'],
  ['हिन्दी', 'हिन्दी'],
])('%s is found as %s: accents of a name make no difference', (name, q) => {
  const found = lexemesOfPerson(7, { name, username: null, phone: null, addresses: [] });
  expect(soughtPersonOf(q).map((word) => `7:${word}`)).toEqual(found);
});

test.each([
  ['+1 (555) 123', ['1555123']],
  ['0100 123', ['100123']],
  ['٠١٠٠١٢٣', ['100123']],
  ['0042', ['0042']],
  ['Ann 42', ['ann', '42']],
])('a search for people with %s looks for %j', (q, words) => {
  expect(soughtPersonOf(q)).toEqual(words);
});

test('a query has at most ten words', () => {
  expect(queryOf(1, soughtOf(Array.from({ length: 30 }, (_, n) => `word${n}`).join(' '))).split(' & ')).toHaveLength(
    10,
  );
});

test.each([
  ['42', '42'],
  ['042', null],
  ['9223372036854775807', null],
  ['wamid.X', null],
  ['٤٢', null],
])('%s may be the message id %s', (q, messageId) => {
  expect(namedId(q)).toEqual({ messageId, providerMessageId: q });
});

test.each<[string, string, string, string]>([
  ['a short text', 'two  lines\nof text', 'text', 'two lines of text'],
  ['a long one', `${'a'.repeat(100)} the order`, 'order', `…${'a'.repeat(55)} the order`],
  ['words with marks', `${'ب'.repeat(100)} القائِمَة`, 'القائمه', `…${'ب'.repeat(59)} القائِمَة`],
  ['a word that is not there any more', 'another text', 'order', 'another text'],
  ['what was taken back', '', 'order', ''],
])('shortens %s to a snippet', (_title, text, q, snippet) => {
  expect(snippetOf(text, soughtOf(q))).toBe(snippet);
});

test('a snippet splits no character', () => {
  const snippet = snippetOf(`${'😀'.repeat(200)} order ${'😀'.repeat(200)}`, ['order']);
  expect(snippet.isWellFormed()).toBe(true);
  expect(snippet).toContain('order');
});
