import { CHANNELS } from '@parley/common/channels';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { EVENT_TYPES, PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { HOSTILE_VALUES } from '@parley/testing/hostile/hostile-values';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_EXAMPLES } from '../src/openapi/operator-examples/operator-examples.ts';
import { answerServices } from './answer-services.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
// biome-ignore lint/suspicious/noExplicitAny: every part of a generated document
type Document = any; // safe: the documents are validated below
let customer: Document;
let operator: Document;

beforeAll(async () => {
  gateway = await openGateway();
  answerServices(gateway.carrier);
  customer = (await gateway.call('GET', '/openapi.json')).body;
  operator = (await gateway.call('GET', '/openapi-operator.json')).body;
});
afterAll(() => gateway.stop());

const RESPONSE = '#/components/responses/';
/** A response of an operation, which may be one of those that operations share. */
const responseOf = (document: Document, response: Document): Document =>
  response.$ref ? document.components.responses[response.$ref.slice(RESPONSE.length)] : response;
const codesOf = (document: Document, response: Document): string[] =>
  responseOf(document, response).content['application/json'].schema.properties?.error?.enum ?? [];

describe('the documents', () => {
  test('are valid OpenAPI 3.1, version 1.0.0, under a licence and with a server', async () => {
    for (const document of [customer, operator]) {
      const result = await new Validator().validate(structuredClone(document));
      expect(result.errors ?? []).toEqual([]);
      expect(result.valid).toBe(true);
      expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0', license: { name: 'Apache-2.0' } } });
      expect(document.servers[0].variables.origin.default).toMatch(/^http/);
      const used = Object.values<Document>({ ...document.paths, ...document.webhooks }).flatMap((item) =>
        Object.values<Document>(item).flatMap(({ tags }) => tags),
      );
      expect(new Set(document.tags.map(({ name }: Document) => name))).toEqual(new Set(used));
    }
  });

  test('describe every action, endpoint and event once, each to its readers', () => {
    for (const { name, method } of CUSTOMER_ACTIONS) {
      const operation = customer.paths[`/{tenant}/api/messaging/${name}`][method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: name, 'x-action': name });
    }
    expect(Object.keys(customer.paths)).toHaveLength(CUSTOMER_ACTIONS.length);
    for (const { name, method, path } of OPERATOR_ENDPOINTS) {
      const operation = operator.paths[`/api/admin${path}`][method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: name, tags: ['operator'] });
    }
    expect([customer.security, operator.security]).toEqual([[{ bearer: [] }, { apiKey: [] }], [{ adminToken: [] }]]);
    expect(Object.keys(customer.webhooks)).toEqual(EVENT_TYPES);
    expect(Object.keys(operator.webhooks)).toEqual(PLATFORM_EVENT_TYPES);
  });

  test('name every body, and every event as one of a union', () => {
    for (const document of [customer, operator]) {
      for (const item of Object.values<Document>({ ...document.paths, ...document.webhooks })) {
        for (const { requestBody, responses } of Object.values<Document>(item)) {
          if (requestBody) expect(requestBody.content['application/json'].schema.$ref).toMatch(/^#/);
          const success = (responses['200'] ?? responses['201'] ?? responses['202']).content;
          if (success) expect(success['application/json'].schema.$ref).toMatch(/^#/);
        }
      }
    }
    expect(customer.components.schemas).toMatchObject({ Message: {}, Attachment: {}, Account: {}, ErrorBody: {} });
    expect(operator.components.schemas).toMatchObject({ Conversation: {}, Key: {}, Delivery: {}, Tenant: {} });
    for (const [union, types] of [
      [customer.components.schemas.Event, EVENT_TYPES],
      [operator.components.schemas.PlatformEvent, PLATFORM_EVENT_TYPES],
    ]) {
      expect(Object.keys(union.discriminator.mapping)).toEqual(types);
      expect(union.oneOf).toHaveLength(types.length);
    }
  });

  test('describe every operation in sentences that say more than its summary', () => {
    for (const document of [customer, operator])
      for (const item of Object.values<Document>(document.paths))
        for (const { operationId, summary, description } of Object.values<Document>(item)) {
          expect(summary, operationId).toMatch(/^\S.{5,}/);
          expect(description, operationId).toMatch(/^[A-Z].{30,}\.$/s);
          expect(description, operationId).not.toBe(`${summary}.`);
        }
  });

  test('explain every code of the channels', () => {
    for (const document of [customer, operator])
      for (const channel of CHANNELS)
        expect(document.components.schemas.Channel.description).toMatch(new RegExp(`\\b${channel} \\(`));
  });

  test('list every declared code of every operation under its status', () => {
    for (const { name, method, errors } of CUSTOMER_ACTIONS) {
      const { responses } = customer.paths[`/{tenant}/api/messaging/${name}`][method.toLowerCase()];
      for (const code of [...errors, 'missing_api_key', 'rate_limited', 'service_unavailable'] as const) {
        const { status } = ERROR_CATALOGUE[code];
        expect(codesOf(customer, responses[status])).toContain(code);
        if (!/^(missing|invalid)_/.test(code))
          expect(customer.components.schemas.ErrorCode.anyOf[0].enum).toContain(code);
      }
    }
  });

  test('show a request and an answer of every action and endpoint, which its contract accepts', () => {
    const shown = [
      ...CUSTOMER_ACTIONS.map((contract) => {
        const operation = customer.paths[`/{tenant}/api/messaging/${contract.name}`][contract.method.toLowerCase()];
        return { contract, operation, example: contract.example };
      }),
      ...OPERATOR_ENDPOINTS.map((contract) => {
        const operation = operator.paths[`/api/admin${contract.path}`][contract.method.toLowerCase()];
        return { contract, operation, example: OPERATOR_EXAMPLES[contract.name] };
      }),
    ];
    for (const { contract, operation, example } of shown) {
      const { name, input, output, successStatus = 200 } = contract as Contract;
      expect(input.safeParse(example?.request).error, name).toBeUndefined();
      for (const answer of [example?.answer, example?.deferredAnswer ?? example?.answer])
        expect(output.safeParse(answer).error, name).toBeUndefined();
      expect(operation.responses[successStatus].content['application/json'].example).toEqual(example?.answer);
      const parameters = operation.parameters.filter((parameter: Document) => parameter.example !== undefined);
      const inParameters = parameters.map((parameter: Document) => [parameter.name, parameter.example]);
      const inBody = operation.requestBody?.content['application/json'].example ?? {};
      expect({ ...Object.fromEntries(inParameters), ...inBody }, name).toEqual(example?.request);
    }
  });

  test('show an error as the gateway answers it', async () => {
    const body = { channel: 'wa', message: 'Hello' };
    const answer = await gateway.call('POST', '/demo/api/messaging/send', { key: 'pk_demo', body });
    for (const document of [customer, operator]) {
      const [example] = document.components.schemas.ErrorBody.examples;
      expect(answer.body).toMatchObject({
        ...{ ...example, request_id: expect.stringMatching(/^req_/) },
        doc_url: expect.stringMatching(/\/docs\/errors\/#missing_-and-invalid_$/),
      });
    }
  });

  test('name the method of the SDKs for every action once', () => {
    const methods = Object.values<Document>(customer.paths).flatMap((item) =>
      Object.values<Document>(item).map((operation) => operation['x-sdk-method']),
    );
    expect(new Set(methods).size).toBe(CUSTOMER_ACTIONS.length);
    for (const method of methods) expect(method).toMatch(/^[a-z]+\.[a-z][A-Za-z]*$/);
  });

  test('hold the rule that one of several fields is required', () => {
    const { SendRequest } = customer.components.schemas;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const isValid = ajv.compile({ ...SendRequest, components: customer.components });
    expect(isValid({ channel: 'wa', to: '+16505551234' })).toBe(false);
    for (const content of [{ message: 'Hello' }, { media_url: 'https://shop.example/a.png' }])
      expect(isValid({ channel: 'wa', to: '+16505551234', ...content })).toBe(true);
  });

  test('have no dangling reference', () => {
    for (const document of [customer, operator]) {
      for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
        expect(document.components[kind]?.[name], `${kind}/${name}`).toBeDefined();
      }
    }
  });

  test.each(['/docs', '/docs/operator'])('are shown on pages that call no other host: %s', async (address) => {
    const page = await gateway.call('GET', address);
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
const readOperations = (document: Document) =>
  Object.entries<Record<string, Document>>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const ref = operation.requestBody?.content['application/json'].schema.$ref ?? '';
      const { properties = {} } = document.components.schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? {};
      const named = operation.parameters.filter((parameter: { in?: string }) => parameter.in === 'query');
      const codes = Object.values(operation.responses).flatMap((response) => codesOf(document, response));
      const fields = [...Object.keys(properties), ...named.map(({ name }: { name: string }) => name)];
      return { path, method: method.toUpperCase(), fields, codes: new Set<string>(codes) };
    }),
  );

describe('generated requests over the documents', () => {
  test('get no 500 and no code that the documents do not list', { timeout: 120_000 }, async () => {
    const operations = [...readOperations(customer), ...readOperations(operator)];
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
