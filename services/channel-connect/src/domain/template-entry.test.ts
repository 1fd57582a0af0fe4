import { expect, test } from 'vitest';
import { approvedNames, countVariables, toTemplateEntry } from './template-entry.ts';

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
