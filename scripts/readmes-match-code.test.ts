import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CHANNELS } from '@parley/common/channels';
import type { Contract } from '@parley/common/define-contract';
import { describe, expect, test } from 'vitest';
import { readOwners } from '../test/statements/read-owners.ts';
import { readWorkspaces } from './describe-workspaces.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CONTRACTS = `${ROOT}packages/common/src/contracts/`;
const MAX_LINES = 36;
/** It ships with the package, for developers who have nothing else of Parley. */
const MAX_LINES_OF_SDK = 60;

const read = (folder: string): string => readFileSync(`${ROOT}${folder}/README.md`, 'utf8');
/** The strings in backticks under a second-level heading. */
function codeIn(folder: string, heading: string): string[] {
  const part = read(folder)
    .split(/^## /m)
    .find((section) => section.startsWith(`${heading}\n`));
  return [...(part ?? '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code ?? []);
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'service' in value && 'name' in value && 'kind' in value;

/** Every contract that a module exports, directly or in a record of contracts. */
const contractsIn = (exported: unknown): Contract[] => {
  if (isContract(exported)) return [exported];
  return exported?.constructor === Object ? Object.values(exported).filter(isContract) : [];
};

const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => import(`${CONTRACTS}${path}`)),
);
const contracts = modules.flatMap((module) => Object.values(module).flatMap(contractsIn));
const namesOf = (folder: string): string[] =>
  contracts.filter(({ service }) => `services/${service}` === folder).map(({ name }) => name);

const folders = readWorkspaces(ROOT).map(({ folder }) => folder);
const services = folders.filter((folder) => folder.startsWith('services/'));
const writers = [...new Set(readOwners().flatMap((row) => row.writers))];

describe.each(folders)('%s', (folder) => {
  const maxLines = folder.startsWith('sdks/') ? MAX_LINES_OF_SDK : MAX_LINES;
  test(`has a README of at most ${maxLines} lines`, () => {
    expect(existsSync(`${ROOT}${folder}/README.md`)).toBe(true);
    expect(read(folder).trimEnd().split('\n').length).toBeLessThanOrEqual(maxLines);
  });
});

describe.each(services)('the README of %s', (folder) => {
  test('names every contract that the service answers, and no other', () => {
    const named = codeIn(folder, 'Contracts').filter((name) => contracts.some((contract) => contract.name === name));
    expect([...new Set(named)].toSorted()).toEqual([...new Set(namesOf(folder))].toSorted());
    expect(named.length).toBeGreaterThan(0);
  });
});

describe.each(writers)('the README of %s', (folder) => {
  test('names every table that it writes (docs/architecture.md, "Who writes which table")', () => {
    const heading = folder.startsWith('services/') ? 'Tables' : 'Contracts and tables';
    const written = readOwners().flatMap((row) => (row.writers.includes(folder) ? row.tables : []));
    const named = codeIn(folder, heading).filter((name) => readOwners().some(({ tables }) => tables.includes(name)));
    expect(named.toSorted()).toEqual(written.toSorted());
  });
});

test('the README shows three pictures at most, and one that moves, of less than 1.5 MB', () => {
  const shown = [...read('.').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  const moving = shown.filter((path) => path.endsWith('.webp'));
  expect(shown.length - moving.length).toBeLessThanOrEqual(3);
  expect(moving).toHaveLength(1);
  expect(statSync(`${ROOT}${moving[0]}`).size).toBeLessThan(1_500_000);
});

describe('the first lines of the README', () => {
  const [first = ''] = read('.').split('\n## ', 1);
  const links = [...first.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);

  test(`are ${MAX_LINES} at most, and say that nothing is phoned home`, () => {
    expect(first.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
    expect(first).toContain('No licence server, no telemetry, no account.');
    expect(links).toContain('test/e2e/no-outgoing-connections.test.ts');
  });

  test('link to every guide for moving, and to each way to install', () => {
    const guides = readdirSync(`${ROOT}docs/how-to`).filter((name) => name.startsWith('move-from-'));
    const ways = [
      'install.md#on-one-machine',
      'install.md#one-container',
      'install.md#on-a-hosting-panel',
      'kubernetes.md',
    ];
    for (const guide of guides) expect(links).toContain(`docs/how-to/${guide}`);
    for (const way of ways) expect(links).toContain(`docs/operations/${way}`);
    for (const panel of readdirSync(`${ROOT}deploy/templates`)) expect(first.toLowerCase()).toContain(panel);
  });

  test('link to a table that says of each channel what is verified', () => {
    expect(links).toContain('docs/reference/channels.md#what-is-verified');
    const [, table = ''] = readFileSync(`${ROOT}docs/reference/channels.md`, 'utf8').split('\n## What is verified\n');
    const codes = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    expect(codes.toSorted()).toEqual([...CHANNELS].toSorted());
  });
});
