import { setTimeout as pause } from 'node:timers/promises';
import type { ConsoleContract, ReusedContract } from '@parley/common/contract/define-console';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { isAllowedWhileInactive } from '@parley/common/contracts/console/inactive-tenant';
import { ERROR_CATALOGUE, type ErrorCode } from '@parley/common/errors/error-catalogue';
import { type ConsoleRole, isOfTenant, mayDo } from '@parley/common/workspace/console-roles';
import { seedOfRun } from '@parley/testing/seeded-random';
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { describe, expect, test } from 'vitest';
import {
  type ConsoleBrowser,
  joinTenant,
  openConsoleBrowser,
  openOperatorBrowser,
} from '../../../support/console/console-browser.ts';
import { askUntilAvailable } from '../../../support/requests/ask-until-available.ts';
import { fieldValue } from '../../../support/requests/generate-requests.ts';
import { inputFrom } from '../../../support/requests/value-from-schema.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type TestTenant } from '../../../support/tenants/client.ts';
import { makeRichTenant, type RichTenant } from '../../../support/tenants/rich-tenant.ts';
import type { GetSystem } from '../get-system.ts';

const REQUESTS = 1_000;
/** Concurrent lines of requests, each with a session of every caller. */
const LINES = 4;
const SEED = seedOfRun();

/** Values for text fields: words, numbers, times, addresses, events. */
const WORDS = [
  'hello',
  '5',
  '0.5',
  '2026-11-01T00:00:00Z',
  'message.sent',
  'https://10.0.0.1/x',
  'ann@shop.example',
  '+16505551234',
];

type Operation = ConsoleContract | ReusedContract;

/** A subscription does not end by itself; test/e2e/suites/console/console.ts covers it. */
const OPERATIONS = (CONSOLE_CONTRACTS as readonly Operation[]).filter((operation) => !('isStream' in operation));

const contractOf = (operation: Operation) => ('target' in operation ? operation.target : operation);

const needsSession = ({ permission }: Operation): boolean => permission !== 'public';

/** Codes of the gateway's own checks, which contracts do not list, with the operations that they apply to. */
const CODES_OF_CHECKS: Readonly<Partial<Record<ErrorCode, (operation: Operation) => boolean>>> = {
  not_signed_in: needsSession,
  // Many unknown sessions come from one address.
  rate_limited: needsSession,
  permission_denied: needsSession,
  no_tenant_chosen: ({ permission }) => isOfTenant(permission),
  tenant_inactive: (operation) => isOfTenant(operation.permission) && !isAllowedWhileInactive(operation),
  payload_too_large: ({ method }) => method !== 'GET',
  // An action is called with the tenant's oldest key.
  unknown_key: (operation) => 'target' in operation && operation.target.kind === 'action',
};

/** The callers. `foreign` belongs to another tenant than the ids in the requests. */
const CALLERS = [
  { name: 'nobody', role: null, foreign: true },
  { name: 'the operator', role: 'operator', foreign: false },
  { name: 'the owner', role: 'owner', foreign: false },
  { name: 'a developer', role: 'developer', foreign: false },
  { name: 'an agent', role: 'agent', foreign: false },
  { name: 'a foreign owner', role: 'owner', foreign: true },
  { name: 'a foreign developer', role: 'developer', foreign: true },
  { name: 'a foreign agent', role: 'agent', foreign: true },
] as const satisfies readonly { name: string; role: ConsoleRole | null; foreign: boolean }[];
type Caller = (typeof CALLERS)[number];

interface Generated {
  operation: Operation;
  caller: Caller;
  input: Record<string, unknown>;
}

interface Given {
  system: System;
  rich: RichTenant;
  other: TestTenant;
  agent: Agent;
}

interface ConsoleAnswer {
  status: number;
  text: string;
}

async function openOnce({ system, rich, other }: Given, { role, foreign }: Caller): Promise<ConsoleBrowser> {
  if (role === null) return openConsoleBrowser(system.origin);
  if (role !== 'operator') {
    const { slug, admin } = foreign ? other : rich.tenant;
    // An earlier request of the operator may have made it inactive: then joining is refused.
    await admin('PATCH', '', { status: 'active' });
    return (await joinTenant(system, slug, role)).browser;
  }
  const operator = await openOperatorBrowser(system);
  await operator.call('act-as-tenant', { slug: rich.tenant.slug });
  return operator;
}

const OPENINGS = 5;
const AGAIN_MS = 1000;

const CAUSED_BY_OTHERS = /not_signed_in|tenant_inactive|rate_limited/;

/**
 * Retries, because requests of other lines may end the session of the inviting operator, make the tenant inactive, or
 * exhaust the limit for wrong secrets of this address.
 */
async function openSession(given: Given, caller: Caller): Promise<ConsoleBrowser> {
  for (let nth = 1; ; nth++) {
    try {
      return await openOnce(given, caller);
    } catch (error) {
      if (nth === OPENINGS || !CAUSED_BY_OTHERS.test(String(error))) throw error;
      await pause(AGAIN_MS);
    }
  }
}

async function send(
  { agent }: Given,
  { origin, cookie }: ConsoleBrowser,
  generated: Generated,
): Promise<ConsoleAnswer> {
  const { name, method } = generated.operation;
  const input = JSON.stringify(generated.input);
  const url = `${origin}/console/trpc/${name}`;
  const isQuery = method === 'GET';
  const answer = await request(isQuery ? `${url}?input=${encodeURIComponent(input)}` : url, {
    dispatcher: agent,
    method: isQuery ? 'GET' : 'POST',
    headers: {
      ...(isQuery ? {} : { origin, 'content-type': 'application/json' }),
      ...(cookie === '' ? {} : { cookie }),
    },
    ...(isQuery ? {} : { body: input }),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/**
 * Returns how an answer breaks the contract, or what it reveals to its caller without permission; null if it does
 * neither.
 */
function findFault(
  { operation, caller }: Generated,
  { status, text }: ConsoleAnswer,
  marks: readonly string[],
): string | null {
  if (caller.foreign && marks.some((mark) => text.includes(mark))) return `shows another tenant: ${text.slice(0, 300)}`;
  const body = JSON.parse(text);
  if (body.result) {
    if (operation.permission === 'public') return null;
    return caller.role !== null && mayDo([caller.role], operation.permission)
      ? null
      : `is allowed: ${text.slice(0, 300)}`;
  }
  const { error, message, request_id } = body.error?.data ?? {};
  if (typeof message !== 'string' || typeof request_id !== 'string') return `has no envelope: ${text.slice(0, 300)}`;
  if (/^(missing|invalid)_/.test(error) && status === 400) return null;
  if (!Object.hasOwn(ERROR_CATALOGUE, error)) return `has the unknown code ${error}`;
  // safe: an own key of the catalogue
  const code = error as ErrorCode;
  // A 5xx is allowed only as a provider's refusal that the contract lists.
  return CODES_OF_CHECKS[code]?.(operation) || contractOf(operation).errors.includes(code)
    ? null
    : `has ${code}, which its contract does not list: ${text.slice(0, 300)}`;
}

function generate(count: number, strings: readonly string[]): Generated[] {
  const requests = OPERATIONS.map((operation) =>
    fc.record({
      operation: fc.constant(operation),
      caller: fc.constantFrom(...CALLERS),
      input: inputFrom(contractOf(operation).input, strings, fieldValue),
    }),
  );
  return fc.sample(fc.oneof(...requests), { numRuns: count, seed: SEED });
}

/** Every request to every operation of the console, as every role and from another tenant (docs/reference/console.md#roles). */
export function generatedConsoleRequests(getSystem: GetSystem, count = REQUESTS): void {
  describe('generated requests of the console', () => {
    test(`${count} as every role and from another tenant get no unlisted code, nothing that the role may not do and nothing of another tenant`, {
      timeout: 900_000,
    }, async () => {
      console.log(`${count} generated console requests, seed ${SEED}: repeat with PARLEY_TEST_SEED=${SEED}`);
      const system = getSystem();
      const [rich, other] = await Promise.all([makeRichTenant(system), makeTenant(system)]);
      const given: Given = { system, rich, other, agent: new Agent({ connections: LINES }) };
      const strings = [...Object.values(rich.ids), rich.tenant.slug, ...WORDS];
      // A marker that a foreign caller sends itself is no leak.
      const marks = [rich.customer, `sk-${rich.tenant.slug}`, `${rich.tenant.slug}@shop.example`];
      const requests = generate(count, strings);
      const faults: string[] = [];
      const allowed = new Set<string>();
      let made = 0;
      const line = async (): Promise<void> => {
        const sessions = new Map<Caller, ConsoleBrowser>();
        for (let next = requests[made]; next && faults.length < 5; next = requests[made]) {
          const generated = next;
          const number = made++;
          const { operation, caller, input } = generated;
          const session = sessions.get(caller) ?? (await openSession(given, caller));
          const answer = await askUntilAvailable(() => send(given, session, generated));
          // An earlier request may have ended the session and removed its member.
          if (answer.text.includes('"not_signed_in"')) sessions.delete(caller);
          else sessions.set(caller, session);
          if (answer.status < 400) allowed.add(caller.name);
          const fault = findFault(generated, answer, marks);
          if (fault)
            faults.push(
              `#${number} ${operation.name} as ${caller.name} ${JSON.stringify(input).slice(0, 500)} ${fault}`,
            );
        }
      };
      await Promise.all(Array.from({ length: LINES }, line));
      await given.agent.close();
      expect(faults).toEqual([]);
      expect(made).toBe(count);
      // Without a session, only a link's token leads to success.
      const members = CALLERS.filter(({ role }) => role !== null).map(({ name }) => name);
      expect([...allowed]).toEqual(expect.arrayContaining(members));
    });
  });
}
