import { expect, it } from 'vitest';
import { checkArguments, refuseToolSchema } from './tool-schema.rules.ts';

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
});
const ORDER = object(
  { order: { type: 'string', maxLength: 20 }, count: { type: 'integer', minimum: 1 } },
  { required: ['order'], additionalProperties: false },
);
const nested = (depth: number): Record<string, unknown> =>
  depth === 0 ? { type: 'string' } : object({ deeper: nested(depth - 1) });

it.each([
  ['an object of its own', ORDER],
  ['no properties', object({})],
  ['lists and choices', object({ a: { type: 'array', items: { anyOf: [{ type: 'string' }, { const: 1 }] } } })],
  ['a property that is named like a keyword', object({ pattern: { type: 'string' } })],
])('takes %s', (_name, schema) => {
  expect(refuseToolSchema(schema)).toBeNull();
});

it.each([
  ['no object', [], 'type object'],
  ['another type', { type: 'string' }, 'type object'],
  ['a reference, which may run in circles', object({ a: { $ref: '#' } }), '$ref'],
  ['a pattern, which may take for ever', object({ a: { type: 'string', pattern: '(a+)+$' } }), 'pattern'],
  ['patterns of names', object({}, { patternProperties: { '(a+)+$': {} } }), 'patternProperties'],
  ['a pattern deep inside', object({ a: { type: 'array', items: { oneOf: [{ pattern: 'x' }] } } }), 'pattern'],
  ['an unknown type', object({ a: { type: 'word' } }), 'a valid JSON schema'],
  ['a list that is none', object({ a: { anyOf: {} } }), 'lists'],
  ['properties that are no schema', object({ a: 1 }), 'objects'],
  ['one that is too deep', nested(20), 'deeper'],
  ['one that is too large', object({ a: { description: 'x'.repeat(9000) } }), '8192 bytes'],
])('refuses %s', (_name, schema, why) => {
  expect(refuseToolSchema(schema)).toContain(why);
});

it.each([
  ['arguments that fit', { order: 'A1', count: 2 }, null],
  ['a missing one', { count: 2 }, 'order'],
  ['one of another type', { order: 7 }, '/order must be string'],
  ['one that is too long', { order: 'x'.repeat(21) }, '/order'],
  ['an unexpected one', { order: 'A1', recipient: '+96550000000' }, 'additional properties'],
])('checks %s', (_name, given, problem) => {
  const told = checkArguments(ORDER, given);
  if (problem === null) expect(told).toBeNull();
  else expect(told).toContain(problem);
});
