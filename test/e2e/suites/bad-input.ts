import { ERROR_CATALOGUE } from '@parley/common/error-catalogue';
import fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { callJson, makeTenant, type TestTenant } from '../../support/client.ts';
import type { System } from '../../support/system.ts';
import type { GetSystem } from './get-system.ts';

interface Operation {
  method: string;
  path: string;
  fields: string[];
  codes: Set<string>;
}

const REQUESTS = 2000;
const METHODS = ['get', 'post', 'patch', 'delete'];

/** What no field may make the service stumble over. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    -1,
    1e308,
    2 ** 53,
    true,
    [],
    {},
    [[]],
    '__proto__',
    'constructor',
    '\u0000',
    'a\u0007b',
    '\ud800',
    '../../etc/passwd',
    "' OR 1=1 --",
    '{{7*7}}',
    '1e9',
    'null',
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ minLength: 3000, maxLength: 8000 }),
  fc.integer(),
  fc.double(),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'prototype', 'name', 'x'), fc.string({ maxLength: 5 })),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
);

/** Sensible values, so that requests also get past the first field. */
const sensible: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  'wa',
  'tg',
  'fb',
  '+16505551234',
  'hello',
  'https://example.com/x.png',
  'https://10.0.0.1/',
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

function readOperations(document: { paths: Record<string, Record<string, unknown>> }): Operation[] {
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      // biome-ignore lint/suspicious/noExplicitAny: safe: a generated document, validated elsewhere
      const operation = methods[method] as any;
      if (!operation) continue;
      const properties = operation.requestBody?.content?.['application/json']?.schema?.properties ?? {};
      const query = (operation.parameters ?? [])
        .filter((parameter: { in: string }) => parameter.in === 'query')
        .map((parameter: { name: string }) => parameter.name);
      // Every code that the document lists for the operation, under whichever status.
      const listed = JSON.stringify(operation.responses).matchAll(/"([a-z]+(?:_[a-z0-9]+)+)"/g);
      operations.push({
        method,
        path,
        fields: [...Object.keys(properties), ...query],
        codes: new Set([...listed].map((match) => match[1] ?? '')),
      });
    }
  }
  return operations;
}

async function sendGenerated(
  system: System,
  tenant: TestTenant,
  operation: Operation,
  values: unknown[],
  pathValue: string,
): Promise<{ status: number; error: string | null }> {
  const admin = operation.path.startsWith('/api/admin');
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'tenant' || name === 'slug' ? tenant.slug : pathValue),
  );
  const fields = Object.fromEntries(operation.fields.map((name, index) => [name, values[index % values.length]]));
  const url = new URL(`${system.origin}${path}`);
  const withBody = operation.method === 'post' || operation.method === 'patch';
  if (!withBody)
    for (const [name, value] of Object.entries(fields))
      url.searchParams.set(name, (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed());
  const answer = await request(url, {
    // safe: one of METHODS
    method: operation.method.toUpperCase() as 'GET',
    headers: {
      authorization: `Bearer ${admin ? system.adminToken : tenant.apiKey}`,
      ...(withBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(withBody ? { body: JSON.stringify(fields) } : {}),
  });
  // safe: every answer of the API is such an object
  const body = (await answer.body.json()) as { error?: string };
  return { status: answer.statusCode, error: body.error ?? null };
}

/** Bad input gets a clear error and loses nothing (contract §1, §2). */
export function badInput(getSystem: GetSystem): void {
  describe('bad input', () => {
    test(`${REQUESTS} generated requests over the OpenAPI document find no 5xx of ours and no code that it does not list`, {
      timeout: 240_000,
    }, async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { balance: '0' });
      const document = (await callJson('GET', `${system.origin}/openapi.json`)).body;
      const notHere = /session|pair-code|comment|connect-link/;
      const operations = readOperations(document).filter(({ path }) => !notHere.test(path));
      expect(operations.length).toBeGreaterThan(20);
      let made = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...operations),
          fc.array(fc.oneof({ weight: 2, arbitrary: sensible }, { weight: 3, arbitrary: strange }), {
            minLength: 1,
            maxLength: 8,
          }),
          fc.oneof(
            fc.constantFrom('__proto__', 'constructor', '1', 'wa', 'ins_0000000000000000'),
            fc.string({ minLength: 1, maxLength: 30 }).map((s) => s.toWellFormed().replaceAll(/[/\\.]/g, '_')),
          ),
          async (operation, values, pathValue) => {
            made++;
            const { status, error } = await sendGenerated(system, tenant, operation, values, pathValue);
            // Telegram itself answers a made-up token; everything else of ours stays below 500.
            expect(status, `${operation.method} ${operation.path} ${JSON.stringify(values)} → ${error}`).toBeLessThan(
              500,
            );
            if (error === null || /^(missing|invalid)_/.test(error)) return;
            expect(operation.codes, `${operation.method} ${operation.path} answered ${error}`).toContain(error);
            expect(Object.hasOwn(ERROR_CATALOGUE, error)).toBe(true);
          },
        ),
        { numRuns: REQUESTS },
      );
      expect(made).toBeGreaterThanOrEqual(REQUESTS);
    });

    test('nothing was stored and nothing charged by any refused send', async () => {
      const tenant = await makeTenant(getSystem(), { balance: '7' });
      const bad: Record<string, unknown>[] = [
        {},
        { channel: 'wa' },
        { channel: 'zz', to: '+16505551234', message: 'x' },
        { channel: 'wa', to: 'not a number', message: 'x' },
        { channel: 'wa', to: '+16505551234', message: 'x'.repeat(4097) },
        { channel: 'wa', to: '+16505551234', message: 7 },
        { channel: 'wa', to: ['+16505551234'], message: 'x' },
        { channel: 'wa', to: '+16505551234', message: 'a\u0000b' },
        { channel: 'wa', to: '+16505551234', message: 'x', media_url: 'http://example.com/a.png' },
        { channel: 'wa', to: '+16505551234', message: 'x', media_url: 'https://169.254.169.254/latest' },
        { channel: 'wa', to: '+16505551234', message: 'x', from: 'nobody' },
        { channel: 'wa', to: '+16505551234', template: {} },
        { channel: 'wa', to: '+16505551234', template: { name: 'order_update', variables: 'Ann' } },
        { channel: 'tg', to: '123', template: { name: 'order_update' } },
      ];
      for (const body of bad) {
        const answer = await tenant.post('send', body);
        expect([400, 404], JSON.stringify(body)).toContain(answer.status);
        expect(answer.body.error, JSON.stringify(body)).toMatch(/^(missing|invalid)_|not_connected/);
      }
      expect((await tenant.get('status')).body.balance).toBe(7);
      expect((await tenant.admin('GET', '/conversations')).body.items).toEqual([]);
    });

    test('all field problems are listed in the order of the source’s table, the first one on top', async () => {
      const tenant = await makeTenant(getSystem(), { connectWa: false });
      const answer = await tenant.post('send', { media_url: 7 });
      expect(answer.body).toMatchObject({ ok: false, error: 'missing_channel' });
      expect(answer.body.details.map((detail: { code: string }) => detail.code)).toEqual([
        'missing_channel',
        'missing_to',
        'missing_message',
        'invalid_media_url',
      ]);
    });

    test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
      '%s is no action, no field and no tenant',
      async (name) => {
        const system = getSystem();
        const tenant = await makeTenant(system, { connectWa: false });
        expect(await tenant.get(name)).toMatchObject({ status: 404, body: { error: 'unknown_action' } });
        expect(
          await callJson('GET', `${system.origin}/${name}/api/messaging/?action=status`, { token: tenant.apiKey }),
        ).toMatchObject({ status: 401, body: { error: 'invalid_api_key' } });
        const answer = await request(`${tenant.base}?action=send`, {
          method: 'POST',
          headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
          body: `{"${name}":{"channel":"wa"},"to":"1"}`,
        });
        expect(answer.statusCode).toBe(400);
        expect(await answer.body.json()).toMatchObject({ error: 'missing_channel' });
      },
    );

    test('a repeated query parameter is an invalid field', async () => {
      const tenant = await makeTenant(getSystem(), { connectWa: false });
      expect(
        await callJson('GET', `${tenant.base}?action=message&message_id=1&message_id=2`, { token: tenant.apiKey }),
      ).toMatchObject({ status: 400, body: { error: 'invalid_message_id' } });
    });
  });
}
