import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCipher } from '@parley/database/encryption';
import { migrate } from '@parley/database/migrations/migrate';
import { MIGRATIONS_DIRECTORY } from '@parley/database/migrations/migration-files';
import { withEmptyDatabase } from '@parley/testing/database/empty-database';
import { pollUntil } from '@parley/testing/poll-until';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readReleased } from '../../scripts/migrations/released-migrations.ts';
import { findLastRelease } from '../../scripts/release/find-release.ts';
import { compareVersions } from '../../scripts/release/version.ts';
import { callJson } from '../support/requests/call-json.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { uniqueDigits } from '../support/tenants/client.ts';
import { keyOf, makeFills, ROWS, slugOf, textOf, WORKSPACES } from '../support/upgrade/fill-workspaces.ts';
import { findNarrowings, readWrittenSchema } from '../support/upgrade/find-narrowings.ts';
import { countRows } from '../support/upgrade/read-tables.ts';

// docs/operations/upgrading.md#the-promise in its short form: the database of the last release under this tree. The full form,
// which builds that release, is test/soak/upgrade.test.ts.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { version: release } = findLastRelease(ROOT);
const released = readReleased(ROOT).filter((one) => compareVersions(one.release, release) <= 0);
const OF_A_WORKSPACE = ROWS / WORKSPACES;
/** Rows that the last release writes after its rollback. */
const MORE = 9;
/** Tables whose rows are removed by their age: everything else is kept. */
const TIDIED = new Set([
  'audit_counts',
  'comment_polls',
  'comment_threads',
  'device_sends',
  'device_workers',
  'idempotency_keys',
  'issuer_visits',
  'member_sessions',
  'message_counts',
  'pending_updates',
  'push_subscriptions',
  'scheduled_cancellations',
  'sign_in_failures',
  'tenant_hours',
  'uploads',
  'worker_presence',
]);

/** The migrations that releases contain, in a folder of their own. */
function releasedMigrations(): string {
  const directory = mkdtempSync(join(tmpdir(), 'parley-released-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const { name } of released) cpSync(join(MIGRATIONS_DIRECTORY, name), join(directory, name), { recursive: true });
  return directory;
}

/** Calls a read action with a key of the nth workspace. */
const read = async (system: System, n: number, query: Record<string, string>) => {
  const address = `${system.origin}/${slugOf(n)}/api/messaging/?${new URLSearchParams(query)}`;
  const { status, body } = await callJson('GET', address, { token: keyOf(n) });
  expect([query.action, status, body.error]).toEqual([query.action, 200, undefined]);
  return body;
};

/** Reads what the filled workspaces have, as its systems and members do. */
async function expectReads(system: System): Promise<void> {
  for (const n of [1, 2, 3]) expect((await read(system, n, { action: 'status' })).balance).toBe(1000);
  const { conversations } = await read(system, 1, { action: 'conversations', limit: '50' });
  const customers = Array.from(
    { length: OF_A_WORKSPACE },
    (_, nth) => `Customer ${ROWS - WORKSPACES + 1 - nth * WORKSPACES}`,
  );
  expect(conversations.map(({ name }: { name: string }) => name)).toEqual(customers);
  const { messages } = await read(system, 1, { action: 'messages', conversation_id: conversations[0].conversation_id });
  expect(messages.map(({ text }: { text: string }) => text)).toEqual([textOf(ROWS - WORKSPACES + 1)]);
  const { events } = await read(system, 2, { action: 'events', limit: '100' });
  expect(events.map(({ data }: { data: { text: string } }) => data.text)).toEqual(
    Array.from({ length: OF_A_WORKSPACE }, (_, nth) => textOf(2 + nth * WORKSPACES)),
  );
  const thread = await read(system, 3, { action: 'comments', platform: 'fb', post_id: 'post-3', limit: '100' });
  expect(thread.comments).toHaveLength(OF_A_WORKSPACE);
  // The words of messages are indexed in the background.
  const found = await pollUntil(
    async () => {
      const { results } = await read(system, 1, { action: 'search', q: 'order 4', kind: 'message' });
      return results.length > 0 ? results : null;
    },
    { what: () => 'the search to find a message of the month' },
  );
  expect(found.map(({ message }: { message: { snippet: string } }) => message.snippet)).toContain(textOf(4));
}

/** A customer writes to the first workspace and is answered; its webhook gets both. */
async function expectTraffic(system: System): Promise<void> {
  const receiver = system.sandbox.receiver('upgrade');
  const admin = async (method: 'POST' | 'PATCH', path: string, body: Record<string, unknown>): Promise<void> => {
    const answer = await callJson(method, `${system.origin}/api/admin/tenants/${slugOf(1)}${path}`, {
      token: system.adminToken,
      body,
    });
    expect([path, answer.status < 300, answer.body.error]).toEqual([path, true, undefined]);
  };
  const [account, waba, number, customer] = ['106', '102', '15', '49171'].map(uniqueDigits);
  await system.sandbox.graph.whatsapp.putAccount({ waba_id: waba, token: 'upgrade', phone_number_id: account, number });
  await admin('PATCH', `/keys/ins_${'1'.padStart(16, '0')}`, { webhook_url: receiver.url });
  await admin('POST', '/channels/wa', {
    phone_number_id: account,
    waba_id: waba,
    access_token: 'upgrade',
    number: `+${number}`,
    label: 'New shop',
  });
  await system.sandbox.channel('wa').customerWrites(customer ?? '', { account, text: 'After the upgrade' });
  const webhooks = async (): Promise<string> =>
    (await receiver.received({ limit: 100, since: 0 })).map(({ body }) => body).join('\n');
  await expect.poll(webhooks).toContain('After the upgrade');
  const sent = await callJson('POST', `${system.origin}/${slugOf(1)}/api/messaging/?action=send`, {
    token: keyOf(1),
    body: { channel: 'wa', to: `+${customer}`, message: 'It is there' },
  });
  expect([sent.status, sent.body.error]).toEqual([200, undefined]);
  await expect.poll(webhooks).toContain('"message.status"');
}

test(
  `a database of ${release} with a month of three workspaces is read and continued by this tree, and written by ${release} again`,
  {
    // Longer than the start of a system, its end and the polls between, so that a failed poll is the one reported.
    timeout: 600_000,
  },
  () =>
    withEmptyDatabase(async (url) => {
      const keys = `k1:${randomBytes(32).toString('base64')}`;
      await migrate(url, releasedMigrations());
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        const before = await readWrittenSchema(client);
        const fills = await makeFills(client, makeCipher(keys));
        for (const { run } of fills) await run(1, ROWS);
        const counts = await countRows(client);
        expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);

        await migrate(url);
        expect(await countRows(client)).toMatchObject(counts);

        const system = await startSystem('one-machine', { DATABASE_URL: url, PARLEY_ENCRYPTION_KEYS: keys });
        try {
          await expectReads(system);
          await expectTraffic(system);
        } finally {
          await system.stop();
        }
        const later = await countRows(client);
        const fewer = Object.entries(counts).filter(
          ([table, count]) => (later[table] ?? 0) < count && !TIDIED.has(table),
        );
        expect(fewer).toEqual([]);

        // The way back: the release's statements, and its rows, on the schema of this tree.
        expect(findNarrowings(before, await readWrittenSchema(client))).toEqual([]);
        for (const { run } of fills) await run(ROWS + 1, ROWS + MORE);
        expect((await countRows(client)).messages).toBe((later.messages ?? 0) + MORE);
      } finally {
        await client.end();
      }
    }),
);
