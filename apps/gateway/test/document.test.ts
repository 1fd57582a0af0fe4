import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import { ERROR_CATALOGUE } from '@parley/common/error-catalogue';
import { EVENT_TYPES } from '@parley/common/events';
import { PLATFORM_EVENT_TYPES } from '@parley/common/platform-events';
import { HOSTILE_VALUES } from '@parley/testing/hostile-values';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerServices } from './answer-services.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
// biome-ignore lint/suspicious/noExplicitAny: safe: a generated document, validated below
let document: any;

beforeAll(async () => {
  gateway = await openGateway();
  answerServices(gateway.carrier);
  document = (await gateway.call('GET', '/openapi.json')).body;
});
afterAll(() => gateway.stop());

describe('the document', () => {
  test('is valid OpenAPI 3.1, version 1.0.0', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  });

  test('describes every action, endpoint and event once', () => {
    for (const { name, method } of CUSTOMER_ACTIONS) {
      const operation = document.paths[`/{tenant}/api/messaging/${name}`][method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: name, 'x-action': name });
    }
    for (const { name, method, path } of OPERATOR_ENDPOINTS) {
      const operation = document.paths[`/api/admin${path}`][method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: name, tags: ['operator'], security: [{ adminToken: [] }] });
    }
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, ...PLATFORM_EVENT_TYPES]);
  });

  test('lists every declared code of every operation under its status', () => {
    for (const { name, method, errors } of CUSTOMER_ACTIONS) {
      const { responses } = document.paths[`/{tenant}/api/messaging/${name}`][method.toLowerCase()];
      for (const code of [...errors, 'missing_api_key', 'rate_limited', 'service_unavailable'] as const) {
        const { status } = ERROR_CATALOGUE[code];
        expect(responses[status].content['application/json'].schema.properties.error.enum).toContain(code);
      }
    }
  });

  test('has no dangling reference', () => {
    for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
      expect(document.components[kind]?.[name], `${kind}/${name}`).toBeDefined();
    }
  });

  test('is shown on a page that calls no other host', async () => {
    const page = await gateway.call('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/https?:\/\//);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    for (const [, path = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const asset = await gateway.call('GET', path);
      expect([asset.status, path]).toEqual([200, path]);
      expect(
        (await gateway.call('GET', path, { headers: { 'if-none-match': String(asset.headers.etag) } })).status,
      ).toBe(304);
    }
  });
});

const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_VALUES),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ maxLength: 40 }),
  fc.string({ minLength: 3000, maxLength: 8000 }),
  fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'name', 'variables', 'components'),
    fc.jsonValue({ maxDepth: 2 }),
  ),
);
const sensible = fc.constantFrom<unknown>(
  'wa',
  'fb',
  '+16505551234',
  'hello',
  { name: 'order_update' },
  '5',
  5,
  ['wa'],
  'active',
);

/** Operations, with the codes that they list. */
function readOperations() {
  return Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, value]) => {
      // biome-ignore lint/suspicious/noExplicitAny: safe: as above
      const operation = value as any;
      const properties = operation.requestBody?.content['application/json'].schema.properties ?? {};
      const named = operation.parameters.filter((parameter: { in?: string }) => parameter.in === 'query');
      // biome-ignore lint/suspicious/noExplicitAny: safe: as above
      const codes = Object.values<any>(operation.responses).flatMap(
        (response) => response.content['application/json'].schema.properties?.error?.enum ?? [],
      );
      const fields = [...Object.keys(properties), ...named.map(({ name }: { name: string }) => name)];
      return { path, method: method.toUpperCase(), fields, codes: new Set<string>(codes) };
    }),
  );
}

describe('generated requests over the document', () => {
  test('get no 500 and no code that the document does not list', { timeout: 120_000 }, async () => {
    const operations = readOperations();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...operations),
        fc.array(fc.oneof(sensible, strange), { minLength: 1, maxLength: 8 }),
        fc.oneof(fc.constantFrom('__proto__', 'constructor', '1', 'wa', 'ins_0000000000'), fc.string({ minLength: 1 })),
        async ({ path, method, fields, codes }, values, inPath) => {
          const admin = path.startsWith('/api/admin');
          const segment = encodeURIComponent(inPath.replaceAll(/[/.]|\p{Surrogate}/gu, '_'));
          const target = path.replace('{tenant}', 'demo').replaceAll(/\{\w+\}/g, segment);
          const given = Object.fromEntries(fields.map((name, index) => [name, values[index % values.length]]));
          const query = Object.entries(given).map(([name, value]) => {
            const text = typeof value === 'string' ? value : JSON.stringify(value);
            return `${name}=${encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '_'))}`;
          });
          const withBody = ['POST', 'PUT', 'PATCH'].includes(method);
          const ask = { key: admin ? 'admin-token-for-tests' : 'pk_demo', ...(withBody ? { body: given } : {}) };
          const answer = await gateway.call(method, withBody ? target : `${target}?${query.join('&')}`, ask);
          expect(answer.body, `${method} ${target}`).toBeTypeOf('object');
          if (answer.status < 300) return;
          expect(codes, `${method} ${target} ${JSON.stringify(given)}: ${answer.text}`).toContain(answer.body.error);
          expect(answer.status).not.toBe(500);
        },
      ),
      { numRuns: 500 },
    );
  });
});
