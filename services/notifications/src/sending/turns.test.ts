import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { BackgroundWorker } from '@parley/bus/duties/background-worker';
import { makeId } from '@parley/common/ids';
import { makeTestTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { openPushService, type PushService } from '@parley/testing/servers/push-service';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../test/mail-server.ts';
import { type OpenNotifications, openNotifications } from '../../test/open-notifications.ts';
import { sealTarget } from '../push/push.rules.ts';
import { updateNotificationSettings } from '../settings/update-notification-settings.ts';
import { makeWorkers } from '../workers.ts';

/** Longer than the test: what hangs ends only by the test's hand. */
const HANG_MS = 600_000;

interface DrippingServer extends AsyncDisposable {
  url: string;
  sockets: Set<Socket>;
  /** Connections so far. */
  accepted(): number;
}

/** A mail server whose greeting never ends: a line every 100 ms, so that no silence is ever long. */
async function openDrippingServer(): Promise<DrippingServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server: Server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    const drip = setInterval(() => socket.write('220-one moment\r\n'), 100);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      sockets.delete(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // safe: it listens on an address
  return {
    url: `smtp://127.0.0.1:${port}`,
    sockets,
    accepted: () => accepted,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

let open: OpenNotifications;
let dripping: DrippingServer;
let ownServer: MailServer;
let worker: BackgroundWorker;
beforeEach(async () => {
  [open, dripping, ownServer] = await Promise.all([
    openNotifications({}, { timeoutMs: HANG_MS }),
    openDrippingServer(),
    openMailServer(),
  ]);
  const [provider] = makeWorkers(open.service);
  // safe: the module has one provider, the worker
  worker = (provider as unknown as { useValue: BackgroundWorker }).useValue;
});
afterEach(async () => {
  await dripping[Symbol.asyncDispose]();
  open.mail.end();
  await worker.beforeApplicationShutdown();
  await ownServer[Symbol.asyncDispose]();
  await open[Symbol.asyncDispose]();
});

/** Mails that a tenant is to get, due since some minutes. */
async function makeDue(tenant: TestTenant, count: number, minutesAgo: number): Promise<void> {
  for (let made = 0; made < count; made++)
    await open.addRecipient({ email: `a${made}@${tenant.slug}.example` }, tenant.id);
  const recipients = await open.database.db.prisma.recipient.findMany({ where: { tenantId: tenant.id } });
  await open.database.db.prisma.notification.createMany({
    data: recipients.map(({ id }) => ({
      id: `ntf_${tenant.id}_${id}`,
      tenantId: tenant.id,
      recipientId: id,
      way: 'email',
      kind: 'low_credit',
      address: 'a…@shop.example',
      items: [{ kind: 'low_credit', data: { balance: '9', threshold: '10' }, at: open.now().toISOString() }],
      facts: 1,
      dueAt: new Date(open.now().getTime() - minutesAgo * 60_000),
      createdAt: open.now(),
    })),
  });
}

const useServer = (tenant: TestTenant, smtpUrl: string) =>
  updateNotificationSettings(open.service, { slug: tenant.slug, smtpUrl });

const statusesOf = async (tenant: TestTenant): Promise<string[]> =>
  (await open.database.db.prisma.notification.findMany({ where: { tenantId: tenant.id } })).map(({ status }) => status);

const arrived = (server: MailServer, count: number) =>
  pollUntil(async () => (server.mails.length >= count ? true : null), { what: () => `mail ${count}` });

// docs/reference/notifications.md#turns
describe('a tenant whose own mail server drips', () => {
  test('delays neither mails of the deployment’s server nor of other own servers', async () => {
    const [other, own] = [await makeTestTenant(open.database.db), await makeTestTenant(open.database.db)];
    await useServer(open.tenant, dripping.url);
    await useServer(own, `smtp://127.0.0.1:${ownServer.port}`);
    await makeDue(open.tenant, 100, 60);
    await makeDue(other, 1, 1);
    await makeDue(own, 1, 1);
    worker.onApplicationBootstrap();
    await arrived(open.mail, 1);
    await arrived(ownServer, 1);
    expect(dripping.accepted()).toBe(2);
    expect(new Set(await statusesOf(open.tenant))).toEqual(new Set(['open', 'waiting']));
  });

  test('gets the next attempt as soon as one of its two ends', async () => {
    await useServer(open.tenant, dripping.url);
    await makeDue(open.tenant, 20, 60);
    worker.onApplicationBootstrap();
    const connected = (count: number) =>
      pollUntil(async () => (dripping.accepted() >= count ? true : null), { what: () => `connection ${count}` });
    await connected(2);
    const [first, second] = dripping.sockets;
    first?.destroy();
    await connected(3);
    expect(second?.destroyed).toBe(false);
    expect(dripping.sockets.size).toBe(2);
  });
});

test('a tenant with many mails over the deployment’s server delays no other tenant', async () => {
  const other = await makeTestTenant(open.database.db);
  await makeDue(open.tenant, 50, 60);
  await makeDue(other, 1, 1);
  const held = open.mail.holdAt('sender');
  worker.onApplicationBootstrap();
  await held;
  // The server still holds the mails at this step: those of the other tenant got there too.
  await pollUntil(
    async () =>
      (await statusesOf(other)).includes('waiting') &&
      (await statusesOf(open.tenant)).filter((one) => one === 'waiting').length === 2
        ? true
        : null,
    { what: () => 'both tenants to have a mail under way' },
  );
});

/** Members' browsers at this push service that are due for a push. */
async function makePushesDue(tenant: TestTenant, service: PushService, count: number): Promise<void> {
  const { prisma } = open.database.db;
  const at = open.now();
  for (let made = 0; made < count; made++) {
    const memberId = makeId('mem');
    const email = `${memberId}@shop.example`;
    const session = {
      sessionId: makeId('ses'),
      tenantId: tenant.id,
      address: '127.0.0.1',
      userAgent: 'test',
      tokenHash: new Uint8Array(randomBytes(32)),
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(at.getTime() + 86_400_000),
    };
    const subscription = {
      endpointHash: new Uint8Array(randomBytes(32)),
      target: sealTarget(open.cipher, service.subscribe()),
      position: 0n,
      seq: 0n,
      news: 'message',
      dueAt: new Date(at.getTime() - count * 1000),
      createdAt: at,
    };
    await prisma.member.create({
      data: {
        memberId,
        tenantId: tenant.id,
        email,
        emailKey: email,
        name: 'Ann',
        roles: ['agent'],
        createdAt: at,
        sessions: { create: { ...session, push: { create: subscription } } },
      },
    });
  }
}

test('a push service that hangs delays no other tenant', async () => {
  const [hanging, good] = [await openPushService(), await openPushService()];
  const other = await makeTestTenant(open.database.db);
  hanging.answer(201, () => new Promise(() => {}));
  await makePushesDue(open.tenant, hanging, 60);
  await makePushesDue(other, good, 1);
  worker.onApplicationBootstrap();
  // The second slot of the first tenant may be claimed after the push of the other tenant.
  await pollUntil(async () => (good.received.length > 0 && hanging.received.length > 1 ? true : null), {
    what: () => 'a push of the other tenant and two of the first',
  });
  expect(hanging.received).toHaveLength(2);
  await hanging[Symbol.asyncDispose]();
  await good[Symbol.asyncDispose]();
});
