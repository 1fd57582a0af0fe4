import { ERROR_CATALOGUE, type ErrorCode } from '@parley/common/errors/error-catalogue';
import { seedOfRun } from '@parley/testing/seeded-random';
import { Agent, request } from 'undici';
import { describe, expect, test } from 'vitest';
import { askUntilAvailable } from '../../../support/requests/ask-until-available.ts';
import { callJson } from '../../../support/requests/call-json.ts';
import {
  type GeneratedRequest,
  generateRequests,
  readOperations,
} from '../../../support/requests/generate-requests.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** About two dozen per operation; `npm run test:soak` makes more. */
const REQUESTS = 2_500;
const AT_ONCE = 24;
/** The same seed repeats a failed run. */
const SEED = seedOfRun();

/** Codes that every operation can answer. */
const ANYWHERE: ReadonlySet<string> = new Set([
  'missing_api_key',
  'invalid_api_key',
  'missing_admin_token',
  'invalid_admin_token',
  'rate_limited',
  'method_not_allowed',
  'unknown_route',
  'unknown_action',
]);

interface Given {
  system: System;
  tenant: TestTenant;
  /** A tenant that requests may change and erase; the other tenant's plan and keys stay as they are. */
  victim: TestTenant;
  agent: Agent;
}

const methodOf = ({ operation, manner }: Pick<GeneratedRequest, 'operation' | 'manner'>): string =>
  manner.method ?? operation.method;

function addressOf({ system, tenant, victim }: Given, { operation, manner, pathValue }: GeneratedRequest): URL {
  // The requested method, which may differ from the document's.
  const isWhole = methodOf({ operation, manner }) !== 'GET' && operation.path.endsWith('/tenants/{slug}');
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'tenant' || name === 'slug' ? (isWhole ? victim : tenant).slug : pathValue),
  );
  const action = /\/api\/messaging\/([a-z-]+)$/.exec(path)?.[1];
  return manner.byQuery && action
    ? new URL(`${system.origin}${path.slice(0, -action.length)}?action=${action}`)
    : new URL(`${system.origin}${path}`);
}

/** A value as text in a query. */
const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

async function sendGenerated(given: Given, generated: GeneratedRequest) {
  const { operation, values, manner } = generated;
  const url = addressOf(given, generated);
  const fields = Object.fromEntries(operation.fields.map((name, index) => [name, values[index % values.length]]));
  const withBody = ['POST', 'PUT', 'PATCH'].includes(operation.method);
  if (!withBody) for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, asText(value));
  const isAdmin = operation.path.startsWith('/api/admin');
  const secret = manner.secret ?? (isAdmin ? given.system.adminToken : given.tenant.apiKey);
  const answer = await request(url, {
    dispatcher: given.agent,
    // safe: one of the methods of HTTP
    method: methodOf(generated) as 'GET',
    headers: {
      ...(secret === '' ? {} : { authorization: `Bearer ${secret}` }),
      ...(withBody ? { 'content-type': manner.contentType ?? 'application/json' } : {}),
      ...(manner.idempotencyKey === null
        ? {}
        : { 'idempotency-key': Buffer.from(manner.idempotencyKey).toString('latin1') }),
    },
    ...(withBody ? { body: manner.rawBody ?? JSON.stringify(fields) } : {}),
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** Returns how an answer breaks the contract (docs/reference/errors.md#error-body); null if it does not. */
function findFault(
  { operation, manner }: GeneratedRequest,
  { status, headers, text }: Awaited<ReturnType<typeof sendGenerated>>,
): string | null {
  if (status >= 500) return `is ${status}: ${text.slice(0, 300)}`;
  const requestId = headers['x-request-id'];
  if (typeof requestId !== 'string' || !/^req_[0-9a-z]+$/.test(requestId)) return 'has no X-Request-Id';
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `is ${headers['content-type']}`;
  const body = JSON.parse(text);
  if (typeof body !== 'object' || body === null) return 'is no object';
  if (status < 400) return operation.path.startsWith('/api/admin') || body.ok === true ? null : 'is not ok';
  if (body.ok !== false || typeof body.message !== 'string' || body.request_id !== requestId) return 'has no envelope';
  if (/^(missing|invalid)_/.test(body.error) && (operation.codes.has(body.error) || status === 400)) return null;
  if (!Object.hasOwn(ERROR_CATALOGUE, body.error)) return `has the unknown code ${body.error}`;
  // safe: an own key of the catalogue
  if (ERROR_CATALOGUE[body.error as ErrorCode].status !== status) return `has ${body.error} with ${status}`;
  const allowed = manner.method !== null || ANYWHERE.has(body.error) || operation.codes.has(body.error);
  return allowed ? null : `has ${body.error}, which the document does not list`;
}

/** Whether the request reached the operation, or at least the checks of its fields. */
function isReached({ status, text }: Awaited<ReturnType<typeof sendGenerated>>): boolean {
  if (status < 400) return true;
  const { error } = JSON.parse(text);
  return !ANYWHERE.has(error) && !['plan_not_eligible', 'insufficient_balance'].includes(error);
}

/** Every request to every operation gets an answer of the contract (docs/reference/errors.md#error-body). */
export function generatedRequests(getSystem: GetSystem, count = REQUESTS): void {
  describe('generated requests', () => {
    test(`${count} over every action and operator endpoint get no 5xx, no unlisted code and no response without envelope and request id; a normal message passes after them`, {
      timeout: 600_000,
    }, async () => {
      console.log(`${count} generated requests, seed ${SEED}: repeat with PARLEY_TEST_SEED=${SEED}`);
      const system = getSystem();
      const channels = ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'];
      const [tenant, victim, bystander] = await Promise.all([
        makeTenant(system, { balance: '100', channels }),
        makeTenant(system, { connectWa: false }),
        makeTenant(system),
      ]);
      const agent = new Agent({ connections: AT_ONCE });
      const documents = await Promise.all(
        ['openapi', 'openapi-operator'].map((name) => callJson('GET', `${system.origin}/${name}.json`)),
      );
      const operations = documents.flatMap(({ body }) => readOperations(body));
      const requests = generateRequests(operations, count, SEED);
      expect(new Set(requests.map(({ operation }) => operation)).size).toBe(operations.length);
      const faults: string[] = [];
      const reached = new Set<string>();
      let made = 0;
      const line = async (): Promise<void> => {
        for (let next = requests[made]; next && faults.length < 5; next = requests[made]) {
          const generated = next;
          const number = made++;
          const answer = await askUntilAvailable(() => sendGenerated({ system, tenant, victim, agent }, generated));
          const fault = findFault(generated, answer);
          const { operation, ...rest } = generated;
          if (isReached(answer)) reached.add(operation.path + operation.method);
          if (fault)
            faults.push(
              `#${number} ${operation.method} ${operation.path} ${JSON.stringify(rest).slice(0, 500)} ${fault}`,
            );
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, line));
      await agent.close();
      expect(faults).toEqual([]);
      expect(made).toBe(count);
      // Checks that requests reach each operation, not only the gateway's own checks.
      expect(operations.filter(({ path, method }) => !reached.has(path + method))).toEqual([]);

      const person = `+${uniqueDigits('16')}`;
      await bystander.customerWrites(person.slice(1), { text: 'still there?' });
      await webhookOf(bystander, 'message.received', ({ text }) => text === 'still there?');
      const sent = await bystander.post('send', { channel: 'wa', to: person, message: 'still here' });
      expect(sent).toMatchObject({ status: 200, body: { ok: true } });
      await webhookOf(bystander, 'message.sent', ({ message_id }) => message_id === sent.body.message_id);
    });
  });
}
