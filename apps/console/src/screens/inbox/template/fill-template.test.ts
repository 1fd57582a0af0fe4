import { expect, test } from 'vitest';
import { fillTemplate } from './fill-template.ts';

test.each([
  ['Hello {{1}}, {{2}}!', ['Ann', 'welcome'], 'Hello Ann, welcome!'],
  ['Hello {{1}}, {{2}}!', ['Ann'], 'Hello Ann, {{2}}!'],
  ['{{1}} {{1}}', ['$&'], '$& $&'],
  ['{{10}}', ['x'], '{{10}}'],
])('%j with %j becomes %j', (body, values, expected) => {
  expect(fillTemplate(body, values)).toBe(expected);
});
