import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { makeLogger } from '@parley/bus/logging/logger';
import { auditedFieldsOf } from '@parley/common/contracts/audited';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { recordRequests } from '@parley/common/contracts/internal/record-requests';
import { loggedFieldsOf } from '@parley/common/contracts/logged-fields';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import { type Contract, subjectOf } from '@parley/common/define-contract';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { answerAudit, type HeardEntry } from './answer-audit.ts';
import { KEY, openGateway, type TestGateway } from './open-gateway.ts';
import { findPlanted, nothingPlanted, type Planted, plant } from './plant-markers.ts';

// Requests through a gateway with a marker in every field (docs/reference/logged-fields.md).
let gateway: TestGateway;
const lines: string[] = [];
const requests: string[] = [];
const audit: HeardEntry[] = [];

beforeAll(async () => {
  const carrier = makeInProcessCarrier();
  const { serve } = carrier;
  carrier.serve = (subject, queue, answer) =>
    serve.call(carrier, subject, queue, async (payload) => {
      if (subject === subjectOf(recordRequests)) requests.push(payload);
      return answer(payload);
    });
  const destination = { write: (line: string) => void lines.push(line) };
  gateway = await openGateway({ carrier, logger: makeLogger({ level: 'debug', name: 'test', destination }) });
  answerAudit(carrier, audit);
});
afterAll(() => gateway.stop());

type Fields = Record<string, unknown>;
const TEXT = z.string();

/** The input of a caller who mistakes the API for another one: a text in every field, whatever its type. */
function asTexts(value: unknown, planted: Planted, path = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => asTexts(item, planted, path));
  if (typeof value !== 'object' || value === null) return plant(TEXT, planted, path);
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([name, inner]: [string, unknown]) => [
      name,
      asTexts(inner, planted, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

/** The path with its parameters, and the rest of the fields. */
function addressOf(path: string, fields: Fields): { path: string; rest: Fields } {
  const rest = { ...fields };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'slug' ? 'demo' : rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: filled, rest };
}

const queryOf = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

interface Marked {
  planted: Planted;
  fields: Fields;
}

/** Valid fields, with marked strings as their values. */
function filled(contract: Contract): Marked[] {
  const [formed, texts] = [nothingPlanted(), nothingPlanted()];
  // safe: every input is an object
  const fields = plant(contract.input, formed) as Fields;
  return [
    { planted: formed, fields },
    // safe: an object stays one
    { planted: texts, fields: asTexts(fields, texts) as Fields },
  ];
}

const found = (planted: Planted, text: string, listed: readonly string[]): string[] =>
  findPlanted(text, planted).filter((path) => !listed.includes(path));

interface Operation {
  name: string;
  contract: Contract;
}

const ACTIONS = CUSTOMER_ACTIONS.map((contract): Operation => ({ name: contract.name, contract }));
const ENDPOINTS = OPERATOR_ENDPOINTS.map((contract): Operation => ({ name: contract.name, contract }));
/** The markers in the requests of each action, and the ids of the requests. */
const asked = new Map<string, { planted: Planted; id: string }[]>();

async function askAction(name: string, contract: Contract, { planted, fields }: Marked) {
  const { headers } =
    contract.method === 'GET'
      ? await gateway.call('GET', `/demo/api/messaging/${name}?${queryOf(fields)}`, { key: KEY })
      : await gateway.action(contract.method, name, { body: fields });
  return { planted, id: String(headers['x-request-id']) };
}

// The log is written a second later: all requests wait for it together.
beforeAll(async () => {
  for (const { name, contract } of ACTIONS)
    asked.set(name, await Promise.all(filled(contract).map((marked) => askAction(name, contract, marked))));
  const ids = [...asked.values()].flat().map(({ id }) => id);
  await pollUntil(async () => (ids.every((id) => requests.some((batch) => batch.includes(id))) ? true : null), {
    what: () => 'the requests in the request log',
  });
});

test.each(ACTIONS)('$name leaves only the listed fields in a log, refused or not', ({ name }) => {
  const shown = Object.keys(loggedFieldsOf(name)?.shown ?? {});
  expect(asked.get(name)).toHaveLength(2);
  for (const { planted } of asked.get(name) ?? []) {
    expect(found(planted, requests.join(''), shown)).toEqual([]);
    expect(found(planted, lines.join(''), [])).toEqual([]);
    expect(found(planted, JSON.stringify(audit), auditedFieldsOf(name))).toEqual([]);
  }
});

test.each(ENDPOINTS)(
  '$name leaves only the listed fields in the logs, whether it is refused or not',
  async ({ name, contract }) => {
    for (const { planted, fields } of filled(contract)) {
      const { path, rest } = addressOf(contract.path ?? '', fields);
      const isQuery = contract.method === 'GET' || contract.method === 'DELETE';
      const answer = isQuery
        ? await gateway.admin(contract.method, `${path}?${queryOf(rest)}`)
        : await gateway.admin(contract.method, path, { body: rest });
      expect(answer.status).not.toBe(404);
      expect(found(planted, lines.join(''), [])).toEqual([]);
      expect(found(planted, JSON.stringify(audit), auditedFieldsOf(name))).toEqual([]);
    }
  },
);

test('the logs under test contain the requests', () => {
  expect(requests.join('')).toContain('"action":"send"');
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['connect-link', 'rotate-secret']));
});
