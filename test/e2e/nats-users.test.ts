import { connect } from '@nats-io/transport-node';
import { connectNatsCarrier } from '@parley/bus/carriers/nats-carrier';
import { makeLogger } from '@parley/bus/logging/logger';
import { startNatsServer } from '@parley/testing/servers/nats-server';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readText } from '../support/system/compose-file.ts';

const USERS = ['gateway', 'quick', 'background', 'devices'] as const;
type User = (typeof USERS)[number];
const passwordOf = (user: User): string => `s${user}`;
const variables = Object.fromEntries(USERS.map((user) => [`NATS_${user.toUpperCase()}_PASSWORD`, passwordOf(user)]));
const logger = makeLogger({ level: 'silent', name: 'test' });

let server: Awaited<ReturnType<typeof startNatsServer>>;
beforeAll(async () => {
  server = await startNatsServer({ config: await readText('docker/nats.conf'), variables });
  return () => server.stop();
});

/** The bus as a process of docker-compose.yml opens it. */
async function openAs(user: User) {
  const url = `nats://${user}:${passwordOf(user)}@127.0.0.1:${server.port}`;
  const carrier = await connectNatsCarrier({ url, name: user, logger });
  onTestFinished(() => carrier.close());
  return carrier;
}

/** The server's refusal of a client of this user, in its own words. */
async function refusalOf(user: User, act: (connection: Awaited<ReturnType<typeof connect>>) => void): Promise<string> {
  const connection = await connect({
    servers: `127.0.0.1:${server.port}`,
    user,
    pass: passwordOf(user),
    inboxPrefix: `_INBOX.${user}`,
  });
  onTestFinished(() => connection.close());
  const statuses = connection.status();
  act(connection);
  await connection.flush();
  for await (const status of statuses) if (status.type === 'error') return status.error.message;
  return 'nothing';
}

test('no client connects without a user, or with another password', async () => {
  const servers = `127.0.0.1:${server.port}`;
  await expect(connect({ servers, reconnect: false })).rejects.toThrow();
  await expect(connect({ servers, user: 'devices', pass: 'gateway', reconnect: false })).rejects.toThrow();
});

test('every process asks the services of the others and gets their answers', async () => {
  const [gateway, quick, background, devices] = await Promise.all(USERS.map(openAs));
  const served = [
    quick?.serve('rpc.inbound.store-device-items', 'inbound', async (text) => `inbound ${text}`),
    background?.serve('rpc.accounts.authenticate', 'accounts', async (text) => `accounts ${text}`),
    devices?.serve('rpc.pairing.send-device-message.worker-1', 'pairing', async (text) => `pairing ${text}`),
  ];
  expect(served).toHaveLength(3);
  await Promise.all([quick?.flush(), background?.flush(), devices?.flush()]);
  await expect(devices?.request('rpc.inbound.store-device-items', 'a', 5000)).resolves.toBe('inbound a');
  await expect(gateway?.request('rpc.accounts.authenticate', 'b', 5000)).resolves.toBe('accounts b');
  await expect(quick?.request('rpc.pairing.send-device-message.worker-1', 'c', 5000)).resolves.toBe('pairing c');
});

test.each([
  ['hear the answers to others', (c) => void c.subscribe('_INBOX.gateway.>')],
  ['hear every answer', (c) => void c.subscribe('_INBOX.>')],
  ['answer for accounts', (c) => void c.subscribe('rpc.accounts.authenticate', { queue: 'accounts' })],
  ['answer for every service', (c) => void c.subscribe('rpc.>')],
  ['create a tenant', (c) => c.publish('rpc.accounts.create-tenant', '{}')],
  ['send on other channels', (c) => c.publish('rpc.send.send', '{}')],
  ['forge an answer that nobody asked it for', (c) => c.publish('_INBOX.gateway.guessed', '{}')],
] as [string, (connection: Awaited<ReturnType<typeof connect>>) => void][])(
  'the process of linked devices cannot %s',
  async (_, act) => {
    await expect(refusalOf('devices', act)).resolves.toMatch(/permissions violation/i);
  },
);

test.each(USERS.filter((user) => user !== 'background'))('%s cannot answer for accounts', async (user) => {
  const refusal = refusalOf(user, (connection) => void connection.subscribe('rpc.accounts.authenticate'));
  await expect(refusal).resolves.toMatch(/permissions violation/i);
});
