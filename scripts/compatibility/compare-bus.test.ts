import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BusContracts, compareBus } from './compare-bus.ts';
import type { JsonSchema } from './compare-schemas.ts';
import type { Problem } from './problem.ts';
import { withLines } from './with-lines.ts';

const textsOf = (problems: readonly Problem[]): string => problems.map(({ text }) => text).join('\n');

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const text: JsonSchema = { type: 'string' };
const SUBJECT = 'rpc.send.send';
const input = (schema: JsonSchema): BusContracts => ({ [SUBJECT]: { input: schema, output: object({}) } });
const output = (schema: JsonSchema): BusContracts => ({ [SUBJECT]: { input: object({}), output: schema } });
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const state = (...values: string[]): JsonSchema => object({ state: { type: 'string', enum: values } });
const event = (...types: string[]): JsonSchema => ({
  oneOf: types.map((type) => object({ type: { type: 'string', const: type }, id: text })),
});

const BREAKS: readonly [what: string, before: BusContracts, after: BusContracts, problem: string][] = [
  ['a contract that is gone', input(object({})), {}, 'is gone'],
  [
    'a new required input',
    input(object({ to: text })),
    input(object({ to: text, from: text })),
    'input.from is newly required',
  ],
  [
    'an input that became required',
    input(object({ to: text }, [])),
    input(object({ to: text })),
    'input.to is newly required',
  ],
  ['an input that is gone', input(object({ to: text })), input(object({})), 'input.to is gone'],
  ['an output that is gone', output(object({ id: text })), output(object({})), 'output.id is gone'],
  [
    'an output that may be absent',
    output(object({ id: text })),
    output(object({ id: text }, [])),
    'output.id may now be absent',
  ],
  ['a new required output', output(object({})), output(object({ id: text })), 'the last release does not answer it'],
  [
    'a changed type',
    output(object({ id: text })),
    output(object({ id: { type: 'integer' } })),
    'was string, and is integer',
  ],
  [
    'a number that became whole',
    input(object({ n: { type: 'number' } })),
    input(object({ n: { type: 'integer' } })),
    'was number',
  ],
  ['a value that is gone', input(state('open', 'closed')), input(state('open')), 'has lost "closed"'],
  ['a text that became a list of values', input(object({ state: text })), input(state('open')), 'only listed values'],
  [
    'a null that is refused',
    input(object({ to: nullable(text) })),
    input(object({ to: text })),
    'was null, and is string',
  ],
  [
    'a shorter text',
    input(object({ to: { type: 'string', maxLength: 9 } })),
    input(object({ to: { type: 'string', maxLength: 8 } })),
    'lower maxLength',
  ],
  [
    'a longer least length',
    input(object({ to: text })),
    input(object({ to: { type: 'string', minLength: 1 } })),
    'higher minLength',
  ],
  ['a kind of object that is gone', output(event('sent', 'read')), output(event('sent')), 'has lost "read"'],
  [
    'a change inside a list',
    output(object({ items: { type: 'array', items: object({ id: text }) } })),
    output(object({ items: { type: 'array', items: object({}) } })),
    'output.items[].id is gone',
  ],
];

test.each(BREAKS)('%s breaks the promise', (_, before, after, problem) => {
  expect(textsOf(compareBus(before, after))).toContain(SUBJECT);
  expect(textsOf(compareBus(before, after))).toContain(problem);
});

const node: JsonSchema = { $ref: '#/$defs/node' };
const tree = (name: JsonSchema): JsonSchema => ({
  ...node,
  $defs: { node: object({ name, children: { type: 'array', items: node }, parent: nullable(node) }) },
});

const GROWS: readonly [what: string, before: BusContracts, after: BusContracts][] = [
  ['a new contract', {}, input(object({ to: text }))],
  ['a new optional input', input(object({ to: text })), input(object({ to: text, from: text }, ['to']))],
  ['a new optional output', output(object({})), output(object({ id: text }, []))],
  ['a new value', input(state('open')), input(state('open', 'closed'))],
  ['a null that is allowed', input(object({ to: text })), input(object({ to: nullable(text) }))],
  ['a longer text', input(object({ to: { type: 'string', maxLength: 8 } })), input(object({ to: text }))],
  ['a new kind of object', output(event('sent')), output(event('read', 'sent'))],
  ['the same tree', output(tree(text)), output(tree(text))],
];

test.each(GROWS)('%s keeps it', (_, before, after) => {
  expect(compareBus(before, after)).toEqual([]);
});

test('a change inside a recursive schema is found', () => {
  expect(textsOf(compareBus(output(tree(text)), output(tree({ type: 'integer' }))))).toContain(
    'output.name was string',
  );
});

test('the contracts of this tree are compatible with themselves', () => {
  const stored = readFileSync(new URL('../../docs/bus-contracts.json', import.meta.url), 'utf8');
  const contracts = BusContracts.parse(JSON.parse(stored));
  expect(Object.keys(contracts)).toContain('rpc.send.send');
  expect(compareBus(contracts, contracts)).toEqual([]);
});

/** Contracts of a document with each member on its line, from the second. */
const onLines = (...members: string[]): BusContracts =>
  BusContracts.parse(
    withLines(`{\n"${SUBJECT}": {"output": {}, "input": {"properties": {\n${members.join(',\n')}\n}}}}`, true),
  );

test('a problem has the line of the thing in the document that has it', () => {
  const before = onLines('"to": {"type": "string"}', '"from": {"type": "string"}');
  expect(compareBus(before, onLines('"from": {\n"type": "integer"}'))).toEqual([
    { text: `${SUBJECT}: input.to is gone`, side: 'before', line: 3 },
    { text: `${SUBJECT}: input.from was string, and is integer`, side: 'after', line: 3 },
  ]);
  expect(compareBus(before, {})).toEqual([{ text: `${SUBJECT} is gone`, side: 'before', line: 2 }]);
});
