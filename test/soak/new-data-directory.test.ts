import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FirstStart, runShell, startFirst } from '../support/system/first-start.ts';

const START_WITHIN_MS = 120_000;
const READY = 'Ctrl-C drains and stops.';

let database: TestDatabase;
let directory: string;
let parley: FirstStart | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'parley-data-'));
});
afterAll(async () => {
  await parley?.stop();
  await rm(directory, { recursive: true, force: true });
  await database.drop();
}, START_WITHIN_MS);

test('a start with a new data directory, on a database that has the demo of another one, shows a working demo', {
  timeout: 3 * START_WITHIN_MS,
}, async () => {
  const [port = 0, sandboxPort = 0] = await reservePorts(2);
  const start = (name: string): FirstStart =>
    startFirst({
      DATABASE_URL: database.url,
      PARLEY_DATA_DIR: join(directory, name),
      PARLEY_PORT: String(port),
      PARLEY_SANDBOX_PORT: String(sandboxPort),
      PARLEY_METRICS_PORT: '',
      LOG_LEVEL: 'warn',
    });
  parley = start('first');
  await parley.says(READY);
  await parley.stop();

  parley = start('second');
  await parley.says(READY);
  expect(parley.output()).not.toContain('demo.prepare-failed');
  const lines = parley.output().match(/^curl .*$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(JSON.parse(await runShell(line, directory))).toMatchObject({ ok: true });
  await parley.says('webhook message.received (signature verified)');
});
