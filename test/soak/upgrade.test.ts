import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@parley/database/migrations/migrate';
import { MIGRATIONS_DIRECTORY } from '@parley/database/migrations/migration-files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLastRelease } from '../../scripts/release/find-release.ts';
import { KILL_VARIABLES } from '../faults/suites/random-kills.ts';
import { makeConsoleTenants, startConsoleLoad } from '../support/console/console-load.ts';
import { expectConsoleOutcomes } from '../support/console/console-outcomes.ts';
import { expectAllCarried, untilAllBack } from '../support/load/device-load.ts';
import { type FaultCluster, startFaultCluster } from '../support/load/fault-cluster.ts';
import { expectAllDelivered } from '../support/load/fault-load.ts';
import { expectSentOnce, makeMixedTenant } from '../support/load/mixed-load.ts';
import { makeAnswerCounter, type Phase } from '../support/requests/count-answers.ts';
import { buildRelease, THIS_TREE } from '../support/system/release-tree.ts';
import { makeProgramLink, type ProgramLink, replaceProcesses } from '../support/system/replace-processes.ts';

// docs/operations/upgrading.md#the-promise: each release runs beside the one before, on the schema of either.

/** Accepted messages and sends between two replaced processes. */
const BETWEEN = 10;
/** Timeout without any progress. */
const DRAIN_WITHIN_MS = 180_000;
/** A column more in the tables of the hot path: statements of the last release must not notice. */
const EXPANSION = [
  'tenants',
  'conversations',
  'messages',
  'contacts',
  'events',
  'deliveries',
  'lanes',
  'devices',
  'bot_turns',
]
  .map((table) => `ALTER TABLE ${table} ADD COLUMN of_the_next_release text DEFAULT 'new';`)
  .join('\n');

let directory: string;
let release: string;
let oldTree: string;
let link: ProgramLink;
let cluster: FaultCluster;
const counter = makeAnswerCounter();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'parley-upgrade-'));
  const { version, commit } = findLastRelease(THIS_TREE);
  release = version;
  oldTree = join(directory, 'old');
  await buildRelease(commit, oldTree);
  link = makeProgramLink(join(directory, 'current'), oldTree);
  cluster = await startFaultCluster('cluster', KILL_VARIABLES, { root: link.path, answered: counter.answered });
}, 600_000);
afterAll(async () => {
  await cluster?.stop();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

/** Migrates as an operator does, then by a migration that stands for those of later releases. */
async function migrateUnderLoad(): Promise<void> {
  const program = join(THIS_TREE, 'packages/database/dist/migrate-main.js');
  const env = { ...process.env, DATABASE_URL: cluster.postgres.url, DATABASE_DIRECT_URL: '' };
  await promisify(execFile)(process.execPath, [program], { env });
  const migrations = join(directory, 'migrations');
  cpSync(MIGRATIONS_DIRECTORY, migrations, { recursive: true });
  mkdirSync(join(migrations, '9999_next_release'));
  writeFileSync(join(migrations, '9999_next_release/migration.sql'), EXPANSION);
  expect(await migrate(cluster.postgres.url, migrations)).toEqual(['9999_next_release']);
}

const rowOf = ({ name, requests, failed, failures, disturbedSeconds, tookMs }: Phase): string =>
  `| ${name} | ${requests} | ${failed}${failed > 0 ? ` (${Array.from(failures, ([status, count]) => `${status} × ${count}`).join(', ')})` : ''} | ${disturbedSeconds} | ${Math.round(tookMs / 1000)} |`;

test('an upgrade from the last release under every kind of load, and the way back, lose nothing, do nothing twice, and link no device again', {
  timeout: 1_500_000,
}, async () => {
  const { system } = cluster;
  const mixed = await makeMixedTenant(cluster);
  const { tenant, devices } = mixed;
  const consoleTenants = await makeConsoleTenants(cluster);
  const load = await mixed.start();
  const consoleLoad = startConsoleLoad(cluster, consoleTenants);
  await load.devices.untilMore(BETWEEN);
  const afterEach = (): Promise<void> => load.all.untilMore(BETWEEN);

  counter.begin('there');
  await migrateUnderLoad();
  await replaceProcesses(system, link, { tree: THIS_TREE, first: 'services', afterEach });
  const there = counter.begin('back');
  await replaceProcesses(system, link, { tree: oldTree, first: 'gateways', afterEach });
  const back = counter.begin('end');

  await load.devices.untilMore(BETWEEN);
  await Promise.all([load.stop(), consoleLoad.stop()]);
  await untilAllBack(cluster, devices, Date.now(), DRAIN_WITHIN_MS);
  const fault = `upgrade from ${release} and back`;
  const { accepted, unknown } = load.recipients;
  console.log(
    [
      `${fault}:`,
      '| | requests | failed | seconds with a failure | seconds |',
      '|---|---|---|---|---|',
      rowOf(there),
      rowOf(back),
      `${accepted.length} sends accepted, ${unknown.length} unknown; ${load.devices.texts.accepted.length} sends of devices accepted, ${load.devices.texts.refused.length} refused, ${load.devices.texts.unknown.length} unknown; ${load.all.refused()} webhooks refused at first`,
    ].join('\n'),
  );
  // Repeated with their keys, all requests succeeded.
  expect(unknown).toEqual([]);
  expect(load.devices.texts.unknown).toEqual([]);
  expect(load.devices.texts.refused).toEqual([]);
  // A process that drains stores every attempt: nothing is delivered again.
  await expectAllDelivered(cluster, tenant, load.all, { fault, mostDuplicates: 0, withinMs: DRAIN_WITHIN_MS });
  await expectAllCarried(cluster, tenant, devices, load.devices, fault);
  await expectSentOnce(cluster, mixed, load);
  await expectConsoleOutcomes(cluster, consoleLoad, { fault, kills: { messages: 0, mails: 0 } });
});
