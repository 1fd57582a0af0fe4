import { HOSTILE_VALUES } from '@parley/testing/hostile/hostile-values';
import fc from 'fast-check';

/** One operation of the OpenAPI document. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Names of the body's members or of the query's parameters. */
  fields: string[];
  /** Every error code that the document lists for it. */
  codes: ReadonlySet<string>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

// biome-ignore lint/suspicious/noExplicitAny: every part of a generated document
type Document = any; // safe: another test validates the document

/** The object of a document that a reference points at, or the object itself. */
const resolve = (document: Document, part: Document): Document =>
  part?.$ref
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((at: Document, key: string) => at[key], document)
    : part;

/** Every operation of a document. */
export function readOperations(document: { paths: Record<string, Record<string, unknown>> }): Operation[] {
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      // safe: an operation of the document, or none
      const operation = methods[method] as Document;
      if (!operation) continue;
      const body = resolve(document, operation.requestBody?.content?.['application/json']?.schema);
      const properties = body?.properties ?? {};
      const query = (operation.parameters ?? [])
        .filter((parameter: { in: string }) => parameter.in === 'query')
        .map((parameter: { name: string }) => parameter.name);
      // Codes of every status.
      const responses = Object.values(operation.responses).map((response) => resolve(document, response));
      const listed = JSON.stringify(responses).matchAll(/"([a-z]+(?:_[a-z0-9]+)+)"/g);
      operations.push({
        // safe: the upper case of one of METHODS
        method: method.toUpperCase() as Operation['method'],
        path,
        fields: [...Object.keys(properties), ...query],
        codes: new Set([...listed].map((match) => match[1] ?? '')),
      });
    }
  }
  return operations;
}

/** Hostile values for any field. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_VALUES, 'evt_0000000000000000', 'wds_00000000000000000000'),
  fc.string({ maxLength: 40 }),
  fc.string({ minLength: 3000, maxLength: 8000 }),
  fc.integer(),
  fc.double(),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'prototype', 'name', 'x'), fc.string({ maxLength: 5 })),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
);

/** Valid values, so that requests get past the first field. */
const sensible: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  'wa',
  'tg',
  'fb',
  'wd',
  'tt',
  '+16505551234',
  'hello',
  'https://10.0.0.1/',
  'https://[::1]/x.png',
  { name: 'order_update' },
  '5',
  5,
  '0.5',
  'open',
  'active',
  ['wa'],
  ['message.sent'],
  'message.sent',
  '2026-01-01T00:00:00Z',
);

/** A value for any field: a valid one of some field, or a hostile one. */
export const fieldValue = fc.oneof({ weight: 2, arbitrary: sensible }, { weight: 3, arbitrary: strange });

/** Bodies that are not an object of fields. */
const rawBody = fc.constantFrom(
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"a":1}{"b":2}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"channel":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
  '{"__proto__":{"channel":"wa"}}',
  '{"channel":"wa","channel":"tg"}',
  '\u0000',
  `{"message":"${'x'.repeat(1024 * 1024)}"}`,
);

/** How a request differs from the usual one, apart from its fields. */
export interface Manner {
  /** Customer actions: `?action=` in place of the path. */
  byQuery: boolean;
  method: string | null;
  contentType: string | null;
  idempotencyKey: string | null;
  /** Replaces the fields. */
  rawBody: string | null;
  /** Replaces the correct key or token; empty: none. */
  secret: string | null;
}

/** Mostly null, which means as documented; sometimes the odd value. */
const seldom = <T>(odd: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(null) }, { weight, arbitrary: odd });

const manner: fc.Arbitrary<Manner> = fc.record({
  byQuery: fc.boolean(),
  method: seldom(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')),
  contentType: seldom(
    fc.constantFrom('json', ';', '/', '', 'text/plain', 'application/json; charset=latin1', 'multipart/form-data'),
  ),
  idempotencyKey: seldom(fc.constantFrom('once', '', 'x'.repeat(256), 'a\tb', 'é'), 4),
  rawBody: seldom(rawBody),
  secret: seldom(fc.constantFrom('', 'wrong', 'x'.repeat(2000))),
});

export interface GeneratedRequest {
  operation: Operation;
  values: unknown[];
  /** Value of path parameters other than the tenant. */
  pathValue: string;
  manner: Manner;
}

/** Generates requests; the same seed produces the same ones. */
export function generateRequests(operations: readonly Operation[], count: number, seed: number): GeneratedRequest[] {
  const pathValue = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', '1', 'wa', 'ins_0000000000000000', '9'.repeat(30), '\u0000'),
    fc.string({ minLength: 1, maxLength: 30 }).map((s) => s.toWellFormed().replaceAll(/[/\\.]/g, '_')),
  );
  const request = fc.record({
    operation: fc.constantFrom(...operations),
    values: fc.array(fieldValue, { minLength: 1, maxLength: 8 }),
    pathValue,
    manner,
  });
  return fc.sample(request, { numRuns: count, seed });
}
