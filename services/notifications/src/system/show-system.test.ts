import { holdPresence } from '@parley/database/claims/worker-presence';
import { readMigrations } from '@parley/database/migrations/migration-files';
import { makeReportAppRefused } from '@parley/messaging/notify/report-app-refused';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications, PUBLIC_URL, START } from '../../test/open-notifications.ts';
import { showSystem } from './show-system.ts';

let open: OpenNotifications;
beforeAll(async () => {
  open = await openNotifications();
});
afterAll(() => open[Symbol.asyncDispose]());

/** Receives a message of a channel at the start. */
async function receive(channel: 'wa' | 'tt'): Promise<void> {
  const { prisma } = open.database.db;
  const shared = { tenantId: open.tenant.id, channel };
  const account = await prisma.channelAccount.create({
    data: { ...shared, externalId: '1', name: 'Shop', credentials: '' },
  });
  const contact = await prisma.contact.create({ data: { ...shared, name: 'Bob' } });
  const of = { ...shared, channelAccountId: account.id, peer: '600' };
  const { id } = await prisma.conversation.create({ data: { ...of, contactId: contact.id } });
  const came = { direction: 'in', origin: 'customer', status: 'received', text: 'Hello' };
  await prisma.message.create({ data: { ...of, ...came, conversationId: id, happenedAt: START, createdAt: START } });
}

// docs/reference/operator-api.md#system
test('the operator sees the running versions and the live workers', async () => {
  const { db, url } = open.database;
  await db.prisma.workerPresence.create({ data: { service: 'bots', worker: 'bots-dead', since: START } });
  const presence = holdPresence({
    database: { url },
    service: 'comments',
    worker: 'comments-1',
    onLockFailed: () => {},
  });
  try {
    await expect.poll(() => presence.number()).not.toBeNull();
    const shown = await showSystem(open.service);
    expect(shown).toMatchObject({
      parley: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      postgresql: expect.stringMatching(/^\d+/),
      migration: (await readMigrations()).at(-1)?.name,
    });
    expect(shown.workers).toEqual([{ service: 'comments', worker: 'comments-1', since: expect.any(String) }]);
  } finally {
    await presence.close();
  }
});

test('the operator sees each app’s configuration, addresses and last activity, but no secret', async () => {
  await receive('wa');
  await open.addRecipient({}, null);
  const reportRefused = makeReportAppRefused({
    database: open.database.db,
    logger: silentLogger,
    now: open.now,
  });
  const refuse = async (message: string) => {
    await reportRefused({ name: 'graph', status: 400, code: 101, message });
    open.pass(24 * 60);
  };
  await refuse('Error validating application.');
  await refuse('Invalid app secret.');
  const service = open.makeReplica({
    PARLEY_META_APP_ID: '77',
    PARLEY_META_APP_SECRET: 'app-secret',
    PARLEY_META_VERIFY_TOKEN: 'verify-token',
  });
  const shown = await showSystem(service);
  expect(shown.providerApps).toEqual([
    {
      provider: 'meta',
      appId: '77',
      missing: [],
      callbackUrl: `${PUBLIC_URL}/hooks/meta`,
      redirectUrl: `${PUBLIC_URL}/connect/callback/meta`,
      lastReceivedAt: START.toISOString(),
      lastRefused: { at: '2026-07-02T12:00:00.000Z', message: 'Invalid app secret.' },
    },
    {
      provider: 'tiktok',
      appId: null,
      missing: ['PARLEY_TIKTOK_APP_ID', 'PARLEY_TIKTOK_APP_SECRET'],
      callbackUrl: `${PUBLIC_URL}/hooks/tiktok`,
      redirectUrl: `${PUBLIC_URL}/connect/callback/tiktok`,
      lastReceivedAt: null,
      lastRefused: null,
    },
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/app-secret|verify-token/);
});
