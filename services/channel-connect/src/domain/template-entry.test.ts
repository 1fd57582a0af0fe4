import { expect, test } from 'vitest';
import { approvedNames, categoryOf, countVariables, toTemplateEntry } from './template-entry.ts';

test.each([
  ['Hello', 0],
  ['Hello {{1}}', 1],
  ['{{1}} {{2}} {{1}}', 2],
  ['{{ 1 }} and {{1}}', 1],
  ['{{first_name}} {{last_name}}', 2],
  ['{{}} {1} {{a b}}', 0],
])('the body "%s" asks for %i values', (body, count) => {
  expect(countVariables(body)).toBe(count);
});

const template = (name: string, language: string, status: string) =>
  toTemplateEntry({ name, language, status, category: 'UTILITY', components: [{ type: 'HEADER', text: '{{1}}' }] });

test('a template without a body has an empty one; placeholders of its header do not count', () => {
  expect(template('x', 'en', 'APPROVED')).toMatchObject({ body: '', variables: 0 });
});

test('each approved name is listed once, whatever its languages', () => {
  const listed = [template('a', 'en', 'APPROVED'), template('a', 'ar', 'APPROVED'), template('b', 'en', 'PENDING')];
  expect(approvedNames(listed)).toEqual(['a']);
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
