import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { expect, onTestFinished, test } from 'vitest';
import { startFirst } from '../support/system/first-start.ts';
import { runProgram } from '../support/system/run-program.ts';

// docs/operations/upgrading.md#a-database-from-before-010

const MIGRATE = fileURLToPath(new URL('../../packages/database/dist/migrate-main.js', import.meta.url));
/** One line, and no stack. */
const REFUSAL =
  /^This database was made by a development version before 0\.1\.0, .*docs\/operations\/upgrading\.md#a-database-from-before-010\n$/;

/** A database whose first migration has another form than that of 0.1.0. */
async function makeDevelopmentDatabase(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await database.db.query({
    text: `UPDATE _prisma_migrations SET checksum = 'another' WHERE migration_name = '0001_init'`,
  });
  return database.url;
}

test('every start on the database of a development version ends with one line that says what to do', async () => {
  const url = await makeDevelopmentDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'parley-development-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const [gateway = 0, sandbox = 0, second = 0] = await reservePorts(3);
  const variables = {
    DATABASE_URL: url,
    PARLEY_DATA_DIR: directory,
    PARLEY_PORT: String(gateway),
    PARLEY_SANDBOX_PORT: String(sandbox),
    PARLEY_SECOND_GATEWAY_PORT: String(second),
    LOG_LEVEL: 'error',
  };
  for (const form of ['oneMachine', 'cluster'] as const) {
    const refused = startFirst(variables, form);
    expect([form, await refused.ended()]).toEqual([form, 1]);
    const said = refused
      .output()
      .split('\n')
      .filter((line) => !line.endsWith('…'));
    expect(said.join('\n')).toMatch(REFUSAL);
  }
  expect(await runProgram(MIGRATE, { DATABASE_URL: url })).toEqual({
    status: 1,
    output: expect.stringMatching(REFUSAL),
  });
}, 120_000);
