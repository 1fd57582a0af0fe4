import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareOpenApi, OpenApi } from './compare-openapi.ts';

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
  expect(compareOpenApi(stored, rest).join()).toContain(`${path} is gone`);
});

test('a removed field of an answer, a new required field and a new required parameter break programs of customers', () => {
  const before = makeDocument(object(['to']), object(['ok', 'id']));
  expect(compareOpenApi(before, makeDocument(object(['to']), object(['ok'])))).toEqual([
    'POST /send: output.id is gone',
  ]);
  expect(compareOpenApi(before, makeDocument(object(['to', 'from']), object(['ok', 'id'])))).toEqual([
    'POST /send: input.from is newly required',
  ]);
  expect(compareOpenApi(before, makeDocument(object(['to']), object(['ok', 'id']), [limit(true)]))).toEqual([
    'POST /send: input.limit is newly required',
  ]);
});

test('new fields of answers, optional fields and optional parameters break nothing', () => {
  const before = makeDocument(object(['to']), object(['ok']));
  const after = makeDocument(object(['to', 'from'], ['to']), object(['ok', 'id']), [limit(false)]);
  expect(compareOpenApi(before, after)).toEqual([]);
});
