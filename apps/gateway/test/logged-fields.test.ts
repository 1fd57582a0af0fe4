import { readFileSync } from 'node:fs';
import { makeConvert } from '@parley/common/casing/convert';
import { shapeOf } from '@parley/common/casing/shape-of';
import { CHANNELS } from '@parley/common/channels';
import { AUDITED, changeOf } from '@parley/common/contracts/audited';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { updateBot } from '@parley/common/contracts/operator/bots';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { silentLogger } from '@parley/testing/silent-logger';
import { expect, test } from 'vitest';
import { makeAudited } from '../src/audit/keep-audit.ts';
import { describeFields } from '../src/request-log/describe-fields.ts';
import { findPlanted, nothingPlanted, plant } from './plant-markers.ts';

const CONTRACTS = new Map<string, Contract>();
for (const operation of CONSOLE_CONTRACTS)
  CONTRACTS.set(operation.name, 'target' in operation ? operation.target : operation);
for (const contract of [...OPERATOR_ENDPOINTS, ...CUSTOMER_ACTIONS]) CONTRACTS.set(contract.name, contract);

const PAGE = readFileSync(new URL('../../../docs/reference/logged-fields.md', import.meta.url), 'utf8');

/** The fields that a section of the reference lists, by operation. */
function listedIn(heading: string): Map<string, string[]> {
  const text = PAGE.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';
  const rows = [...text.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)];
  const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code ?? []);
  return new Map(rows.map(([, name = '', cell = '']) => [name, codeIn(cell)]));
}

const LISTED = listedIn('Audit log');
const REQUESTED = listedIn('Request log');

/** A path of a resource in an answer, from the resource itself. */
const fromResource = (path: string, within: string | undefined): string => {
  const inner = path.replace(/^items\./, '').replace(/^conversations\.((before|after)\.)?/, '');
  return within !== undefined && inner.startsWith(`${within}.`) ? inner.slice(within.length + 1) : inner;
};

type Fields = Record<string, unknown>;

/**
 * The log output of one operation, with a marker in each field of its input, of the resource it reads and of its
 * answer.
 */
async function leave(name: string, contract: Contract) {
  const planted = nothingPlanted();
  const left: unknown[] = [];
  const change = changeOf(name);
  const { before } = change ?? {};
  // safe: every input is an object
  const input = plant(contract.input, planted) as Fields;
  // Two forms of one field are two marks.
  const ofInput = [...new Set(planted.marks.values())];
  /** A service's answer over the bus, in camelCase. */
  const callParsed = async (read: Contract) => {
    // safe: every output is an object
    const answer = plant(read.output, planted) as Fields;
    // safe: the items of a list are objects
    for (const item of before?.itemBy ? (answer.items as Fields[]) : [])
      for (const [of, from] of Object.entries(before?.itemBy ?? {})) item[of] = input[from];
    return { output: (makeConvert(shapeOf(read.output), 'camel') ?? ((same) => same))(answer), meta: {} };
  };
  const audited = makeAudited({
    bus: {
      // safe: both calls are recorded, and the first one's answer has an id
      call: (async (_contract: unknown, asked: unknown) => {
        left.push(asked);
        return { id: '1' };
      }) as never,
    },
    logger: { ...silentLogger, warn: (...line: unknown[]) => void left.push(line) },
  });
  const caller = { tenantId: 1, tenantSlug: 'shop', instanceId: 'ins_0', channels: [...CHANNELS] };
  // safe: this bus serves reads only
  const request = { requestId: 'req_0', caller, bus: { callParsed } as never };
  await audited({ action: name, input, request }, async () => plant(contract.output, planted));
  const asResource = (path: string): string => fromResource(path, change?.within);
  const marks = new Map([...planted.marks].map(([mark, path]) => [mark, asResource(path)]));
  // safe: the second call settles the entry
  const [entry, { changes }] = left as [{ input: unknown }, { changes: unknown[] }];
  return {
    changes,
    inEntry: findPlanted(JSON.stringify(left), { ...planted, marks }),
    inInput: findPlanted(JSON.stringify(entry.input), planted),
    ofInput,
    fields: [...planted.leaves].map(asResource),
  };
}

const OPERATIONS = [...AUDITED.keys()].map((name) => {
  const contract = CONTRACTS.get(name);
  if (!contract) throw new Error(`There is no operation ${name}.`);
  return { name, contract };
});

test.each(OPERATIONS)(
  '$name leaves in the audit log exactly the fields that the reference lists',
  async ({ name, contract }) => {
    const listed = LISTED.get(name) ?? [];
    const { changes, inEntry, inInput, ofInput, fields } = await leave(name, contract);
    if (changeOf(name)) expect(changes).not.toEqual([]);
    expect(inEntry.filter((path) => !listed.includes(path))).toEqual([]);
    expect(inInput.toSorted()).toEqual(ofInput.filter((path) => listed.includes(path)).toSorted());
    expect(listed.filter((path) => !fields.includes(path))).toEqual([]);
  },
);

test.each(CUSTOMER_ACTIONS.map((contract) => ({ name: contract.name, contract })))(
  '$name leaves in the request log exactly the fields that the reference lists',
  ({ name, contract }) => {
    const planted = nothingPlanted();
    // safe: every input is an object
    const body = describeFields(name, plant(contract.input, planted) as Fields);
    expect(REQUESTED.has(name)).toBe(true);
    expect(findPlanted(body, planted).filter((path) => !REQUESTED.get(name)?.includes(path))).toEqual([]);
  },
);

test('the mask of the audit log hides no number of a bot because of its name: history_tokens is shown', async () => {
  const { inEntry } = await leave(updateBot.name, updateBot);
  expect(inEntry).toContain('history_tokens');
});
