import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareOpenApi, OpenApi } from './compare-openapi.ts';
import type { Problem } from './problem.ts';
import { withLines } from './with-lines.ts';

const textsOf = (problems: readonly Problem[]): string[] => problems.map(({ text }) => text);

const stored = OpenApi.parse(JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')));

const makeDocument = (request: object, answer: object, parameters: object[] = []): OpenApi => ({
  paths: {
    '/send': {
      post: {
        parameters,
        requestBody: { content: { 'application/json': { schema: request } } },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Sent' } } } },
          400: { content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
  components: { schemas: { Sent: answer } },
});
const object = (names: string[], required = names): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required,
});
const limit = (required: boolean) => ({ name: 'limit', in: 'query', required, schema: { type: 'integer' } });

test('the document is compatible with itself, and not with a part of it', () => {
  expect(compareOpenApi(stored, stored)).toEqual([]);
  const [path = '', ...others] = Object.keys(stored.paths);
  const rest = { ...stored, paths: Object.fromEntries(others.map((name) => [name, stored.paths[name] ?? {}])) };
  expect(textsOf(compareOpenApi(stored, rest)).join()).toContain(`${path} is gone`);
});

test('a removed field of an answer, a new required field and a new required parameter break programs of customers', () => {
  const before = makeDocument(object(['to']), object(['ok', 'id']));
  expect(textsOf(compareOpenApi(before, makeDocument(object(['to']), object(['ok']))))).toEqual([
    'POST /send: output.id is gone',
  ]);
  expect(textsOf(compareOpenApi(before, makeDocument(object(['to', 'from']), object(['ok', 'id']))))).toEqual([
    'POST /send: input.from is newly required',
  ]);
  expect(textsOf(compareOpenApi(before, makeDocument(object(['to']), object(['ok', 'id']), [limit(true)])))).toEqual([
    'POST /send: input.limit is newly required',
  ]);
});

test('new fields of answers, optional fields and optional parameters break nothing', () => {
  const before = makeDocument(object(['to']), object(['ok']));
  const after = makeDocument(object(['to', 'from'], ['to']), object(['ok', 'id']), [limit(false)]);
  expect(compareOpenApi(before, after)).toEqual([]);
});

test('one of several fields that no longer suffices breaks programs of customers', () => {
  const oneOf = (...names: string[]): object => ({
    ...object(['to', 'text', 'file'], ['to']),
    not: { properties: Object.fromEntries(names.map((name) => [name, { not: {} }])) },
  });
  const answer = object(['ok']);
  const before = makeDocument(oneOf('text', 'file'), answer);
  expect(compareOpenApi(before, makeDocument(oneOf('text', 'file', 'from'), answer))).toEqual([]);
  expect(textsOf(compareOpenApi(before, makeDocument(oneOf('text'), answer)))).toEqual([
    'POST /send: input.text is newly required',
  ]);
});

/** The document as a file with a line for each member. */
const asFile = (document: OpenApi): OpenApi => OpenApi.parse(withLines(JSON.stringify(document, null, 1)));
const lineIn = (document: OpenApi, text: string): number =>
  JSON.stringify(document, null, 1)
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

test('a problem has the line of the thing in the document that has it', () => {
  const before = makeDocument(object(['to']), object(['ok', 'id']));
  const after = makeDocument(object(['to', 'from']), object(['ok']), [limit(true)]);
  expect(compareOpenApi(asFile(before), asFile(after))).toEqual([
    { text: 'POST /send: input.limit is newly required', side: 'after', line: lineIn(after, '"in": "query"') + 2 },
    { text: 'POST /send: input.from is newly required', side: 'after', line: lineIn(after, '"from": {') },
    { text: 'POST /send: output.id is gone', side: 'before', line: lineIn(before, '"id": {') },
  ]);
  expect(compareOpenApi(asFile(before), OpenApi.parse({ paths: {} }))).toEqual([
    { text: 'POST /send is gone', side: 'before', line: lineIn(before, '"post"') },
  ]);
});

test('an answer that is gone has the line of its operation', () => {
  const before = makeDocument({}, object(['ok']));
  const after = OpenApi.parse({ paths: { '/send': { post: {} } } });
  expect(compareOpenApi(asFile(before), asFile(after))).toEqual([
    { text: 'POST /send: no longer answers 200', side: 'after', line: lineIn(after, '"post"') },
  ]);
});
