import type { ConsoleContract, ReusedContract } from '@parley/common/contract/define-console';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { type InputField, inputFieldsOf } from '@parley/testing/contracts/input-fields';
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { joinTenant, openOperatorBrowser } from '../../../support/console/console-browser.ts';
import { askUntilAvailable } from '../../../support/requests/ask-until-available.ts';
import { fullInputFrom } from '../../../support/requests/value-from-schema.ts';
import { makeRichTenant } from '../../../support/tenants/rich-tenant.ts';
import type { GetSystem } from '../get-system.ts';

/** Texts that PostgreSQL cannot store, or stores as another text. */
const TEXTS = ['a\u0000b', '\ud800'];
/** At the end of what a double holds exactly, and beyond it. */
const NUMBERS = [2 ** 53 - 1, 2 ** 53, -(2 ** 53)];
/** Ids of digits beyond every column. */
const DIGITS = ['9007199254740993', '9'.repeat(18), '9'.repeat(40)];
const AT_ONCE = 8;

/** These end what the others need. */
const LAST = new Set([
  'erase-tenant',
  'sign-out',
  'end-session',
  'end-other-sessions',
  'act-as-tenant',
  'leave-tenant',
]);

type Fields = Record<string, unknown>;

interface Call {
  what: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

function valuesFor({ schema }: InputField): readonly unknown[] {
  const { type } = schema._zod.def;
  if (type === 'string') return [...TEXTS, ...DIGITS];
  return type === 'number' ? NUMBERS : [];
}

/** The input with each of the values in each of its fields. */
function* hostileInputs(input: Contract['input'], base: Fields): Generator<{ what: string; fields: Fields }> {
  // safe: the input is an object, so what holds the value is one too
  for (const field of inputFieldsOf(input))
    for (const value of valuesFor(field))
      yield { what: `${field.path} ${JSON.stringify(value)}`, fields: { ...base, ...(field.put(value) as Fields) } };
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

function withQuery(url: string, fields: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) query.set(name, textOf(value));
  return `${url}?${query}`;
}

const withFields = (
  method: string,
  url: string,
  fields: Fields,
  headers: Record<string, string>,
): Omit<Call, 'what'> =>
  method === 'GET' || method === 'DELETE'
    ? { method, url: withQuery(url, fields), headers }
    : { method, url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(fields) };

/** A request to an operator endpoint: the fields of its path are in its address. */
function operatorCall(origin: string, { method, path = '' }: Contract, fields: Fields, token: string) {
  const rest = { ...fields };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(textOf(fields[name]));
  });
  return withFields(method, `${origin}/api/admin${filled}`, rest, { authorization: `Bearer ${token}` });
}

function consoleCall(
  origin: string,
  { name, method }: { name: string; method: string },
  fields: Fields,
  cookie: string,
): Omit<Call, 'what'> {
  const url = `${origin}/console/trpc/${name}`;
  const input = JSON.stringify(fields);
  return method === 'GET'
    ? { method: 'GET', url: `${url}?input=${encodeURIComponent(input)}`, headers: { cookie } }
    : { method: 'POST', url, headers: { cookie, origin, 'content-type': 'application/json' }, body: input };
}

const byName = <T extends { name: string }>(operations: readonly T[]): T[] =>
  operations.toSorted((a, b) => Number(LAST.has(a.name)) - Number(LAST.has(b.name)));

/** NUL, lone surrogates, and numbers that no column holds, in every field of every API (docs/reference/requests.md#fields). */
export function unstorableValueSuite(getSystem: GetSystem): void {
  test('NUL, lone surrogates and the largest numbers in every field of every operation get no 5xx', {
    timeout: 600_000,
  }, async () => {
    const system = getSystem();
    const { origin, adminToken } = system;
    const rich = await makeRichTenant(system);
    const { slug, apiKey, base } = rich.tenant;
    const strings = [...Object.values(rich.ids), slug, 'hello', '+16505551234', '2026-11-01T00:00:00Z', '0.5'];
    const baseOf = (input: Contract['input']): Fields => ({
      ...fc.sample(fullInputFrom(input, strings), { numRuns: 1, seed: 1 })[0],
      ...('slug' in input.shape ? { slug } : {}),
    });
    const owner = (await joinTenant(system, slug, 'owner')).browser;
    const operator = await openOperatorBrowser(system);
    await operator.call('act-as-tenant', { slug });

    function* calls(): Generator<Call> {
      for (const { name, method, input } of CUSTOMER_ACTIONS)
        for (const { what, fields } of hostileInputs(input, baseOf(input)))
          yield { what: `${name} ${what}`, ...withFields(method, `${base}${name}`, fields, { 'x-api-key': apiKey }) };
      for (const operation of byName(CONSOLE_CONTRACTS as readonly (ConsoleContract | ReusedContract)[])) {
        if ('isStream' in operation) continue;
        const { input } = 'target' in operation ? operation.target : operation;
        const { cookie } = operation.permission === 'deployment' ? operator : owner;
        for (const { what, fields } of hostileInputs(input, baseOf(input)))
          yield { what: `${operation.name} ${what}`, ...consoleCall(origin, operation, fields, cookie) };
      }
      for (const contract of byName(OPERATOR_ENDPOINTS as readonly Contract[]))
        for (const { what, fields } of hostileInputs(contract.input, baseOf(contract.input)))
          yield { what: `${contract.name} ${what}`, ...operatorCall(origin, contract, fields, adminToken) };
    }

    const agent = new Agent({ connections: AT_ONCE });
    const faults: string[] = [];
    let made = 0;
    const all = calls();
    const line = async (): Promise<void> => {
      for (const { what, method, url, headers, body } of all) {
        made++;
        const answer = await askUntilAvailable(async () => {
          const { statusCode, body: text } = await request(url, {
            dispatcher: agent,
            method: method as 'GET', // safe: one of the methods of HTTP
            headers,
            ...(body === undefined ? {} : { body }),
          });
          return { status: statusCode, text: await text.text() };
        });
        // A provider's refusal that a contract lists may be a 502.
        if (answer.status >= 500 && /internal_error/.test(answer.text))
          faults.push(`${what}: ${answer.text.slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, line));
    await agent.close();
    expect(faults).toEqual([]);
    expect(made).toBeGreaterThan(3000);
  });
}
