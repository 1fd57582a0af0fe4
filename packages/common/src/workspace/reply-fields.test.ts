import { expect, test } from 'vitest';
import { fillReply, unknownFieldOf } from './reply-fields.ts';

const VALUES = { name: 'Ann', agent: 'Amal', workspace: 'Shop' };

test.each([
  ['Hello {{name}}, this is {{ agent }} of {{workspace}}.', 'Hello Ann, this is Amal of Shop.'],
  ['{{name}}{{name}}', 'AnnAnn'],
  ['No field { {name} }', 'No field { {name} }'],
])('fills %s', (text, filled) => {
  expect(fillReply(text, VALUES)).toBe(filled);
});

test.each([
  ['Hello {{name}}, thanks', 'Hello, thanks'],
  ['مرحبًا {{name}}، أهلًا', 'مرحبًا، أهلًا'],
  ['{{name}}: hi', ': hi'],
])('removes a field without a value with its space: %s', (text, filled) => {
  expect(fillReply(text, { ...VALUES, name: '' })).toBe(filled);
});

test('does not fill what a value looks like', () => {
  expect(fillReply('{{name}} {{agent}}', { ...VALUES, name: '{{agent}} $& $1' })).toBe('{{agent}} $& $1 Amal');
});

test.each([
  ['{{name}} {{agent}}', null],
  ['{{name}} {{ order }}', 'order'],
  ['{{}}', ''],
  ['{{{name}}}', null],
])('finds the unknown field of %s', (text, unknown) => {
  expect(unknownFieldOf(text)).toBe(unknown);
});
