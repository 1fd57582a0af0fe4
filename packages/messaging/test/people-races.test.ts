import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import { isConflict } from '@parley/database/transactions/retry-conflicts';
import { adoptAddress } from '@parley/messaging/people/adopt-address';
import { changeAddress } from '@parley/messaging/people/change-address';
import { upsertConversations, writeConversations } from '@parley/messaging/people/upsert-conversations';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeSeededRandom } from '@parley/testing/seeded-random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedAccounts } from './seed-accounts.ts';

const PEOPLE = 12;
const ADDRESSES = 5;
const ACCOUNTS = 2;
const WORKERS = 12;
const STEPS = 40;

const random = makeSeededRandom();
let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedAccounts(database.db);
  db = connectDatabase({ url: database.url, maxConnections: WORKERS });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

/** Links between addresses of one person, from committed transactions. */
const links = new Map<string, string>();
const seen = new Set<string>();
const rootOf = (address: string): string => {
  const parent = links.get(address);
  return parent === undefined || parent === address ? address : rootOf(parent);
};
function link(addresses: readonly string[]): void {
  for (const address of addresses) {
    seen.add(address);
    links.set(rootOf(address), rootOf(addresses[0] ?? address));
  }
}

/** Runs the transaction as services do. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}

const addressOf = (person: number): string => `person ${person} address ${random.below(ADDRESSES)}`;
const unreported = { tenantId: 1, channel: 'ig', name: null, username: null, phone: null };
let clock = Date.UTC(2026, 0, 1);

async function receive(): Promise<void> {
  const batch = Array.from({ length: 1 + random.below(6) }, () => {
    const person = random.below(PEOPLE);
    const addresses = random.below(4) === 0 ? [addressOf(person), addressOf(person)] : [addressOf(person)];
    const lastMessageAt = new Date(clock++);
    return {
      ...unreported,
      name: random.below(5) === 0 ? `name ${random.below(3)}` : null,
      addresses,
      channelAccountId: 1 + random.below(ACCOUNTS),
      peer: addresses[0] ?? '',
      providerThreadId: null,
      lastInboundAt: lastMessageAt,
      lastMessageAt,
      startedBy: 'customer' as const,
    };
  });
  await retried(() =>
    db.transaction(async (sql) => {
      const found = await upsertConversations(sql, batch, () => {});
      expect(found.map(({ channelAccountId }) => channelAccountId)).toEqual(batch.map((one) => one.channelAccountId));
      const changed = found.map((one, index) => ({
        ...one,
        lastMessageAt: batch[index]?.lastMessageAt ?? one.lastMessageAt,
      }));
      await writeConversations(sql, [...new Map(changed.map((one) => [one.id, one])).values()]);
    }),
  );
  for (const { addresses } of batch) link(addresses);
}

async function adopt(): Promise<void> {
  const person = random.below(PEOPLE);
  const [address, alias] = [addressOf(person), addressOf(person)];
  await retried(() =>
    db.transaction((sql) =>
      adoptAddress(sql, { ...unreported, channelAccountId: 1 + random.below(ACCOUNTS), address, alias }),
    ),
  );
  link([address, alias]);
}

async function change(): Promise<void> {
  const person = random.below(PEOPLE);
  const [previousAddress, newAddress] = [addressOf(person), addressOf(person)];
  const isKnown = seen.has(previousAddress);
  await retried(() => db.transaction((sql) => changeAddress(sql, { ...unreported, previousAddress, newAddress })));
  if (isKnown) link([previousAddress, newAddress]);
}

const rowsOf = async <Row>(text: string) => (await db.query<Row>({ text })).rows;

test(`transactions over the same people at once lose no address and make no conversation twice (seed ${random.seed})`, async () => {
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let step = 0; step < STEPS; step++) {
        const kind = random.below(10);
        await (kind < 6 ? receive() : kind < 8 ? adopt() : change());
      }
    }),
  );

  const stored = await rowsOf<{ address: string; contact_id: number }>(
    'SELECT address, contact_id FROM contact_addresses',
  );
  const ownerOf = new Map(stored.map((row) => [row.address, row.contact_id]));
  for (const address of seen) expect(ownerOf.has(address), `${address} is lost`).toBe(true);
  const contactsOf = new Map<string, Set<number | undefined>>();
  for (const address of seen) {
    const contacts = contactsOf.get(rootOf(address)) ?? new Set();
    contactsOf.set(rootOf(address), contacts.add(ownerOf.get(address)));
  }
  for (const [person, contacts] of contactsOf) expect(contacts.size, `${person} is several contacts`).toBe(1);

  expect(
    await rowsOf(
      'SELECT 1 FROM contact_addresses a WHERE NOT EXISTS (SELECT 1 FROM contacts p WHERE p.id = a.contact_id)',
    ),
  ).toEqual([]);
  expect(
    await rowsOf('SELECT 1 FROM conversations c WHERE NOT EXISTS (SELECT 1 FROM contacts p WHERE p.id = c.contact_id)'),
  ).toEqual([]);
  // A merged conversation has a successor: its person has one with the same account.
  const left = await rowsOf<{ peer: string; channel_account_id: number }>(
    `SELECT c.peer, c.channel_account_id FROM conversations c
      WHERE NOT EXISTS (SELECT 1 FROM contact_addresses a WHERE a.contact_id = c.contact_id)`,
  );
  const alive = await rowsOf<{ contact_id: number; channel_account_id: number }>(
    `SELECT c.contact_id, c.channel_account_id FROM conversations c
      WHERE EXISTS (SELECT 1 FROM contact_addresses a WHERE a.contact_id = c.contact_id)`,
  );
  const isAlive = new Set(alive.map((row) => `${row.contact_id} ${row.channel_account_id}`));
  for (const { peer, channel_account_id: account } of left)
    expect(isAlive.has(`${ownerOf.get(peer)} ${account}`), `nothing goes on for ${peer}`).toBe(true);
  expect(isAlive.size).toBe(alive.length);
}, 120_000);
