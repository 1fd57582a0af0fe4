import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { connectDatabase } from '@parley/database/connection/connect-database';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { openTcpSwitch } from '@parley/testing/servers/tcp-switch';
import { expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';
import { type LeaseHolder, LeaseLost } from './device-lease.rules.ts';
import { makeDeviceAuth } from './key.store.ts';
import { claimDeviceById, extendLeases, findHolder, releaseLeases } from './lease.store.ts';

const QUICK = { leaseMs: 2500, marginMs: 800 };

async function linkSome(open: OpenPairing, tenant: TestTenant, count: number, from: number) {
  const devices = [];
  for (let n = 0; n < count; n++) devices.push(await open.link(tenant, String(from + n), `Shop ${n}`));
  return devices;
}

const holders = async (open: OpenPairing): Promise<string[]> => {
  const { rows } = await open.database.db.query<{ worker_id: string | null }>({
    text: `SELECT worker_id FROM devices WHERE lease_until > now() ORDER BY id`,
  });
  return rows.map((row) => row.worker_id ?? '');
};

const sendFrom = (open: OpenPairing, tenant: TestTenant, id: string, messageId: string, text: string) =>
  open.bus.call(
    sendDeviceMessage,
    { tenantId: tenant.id, externalId: id, messageId, to: '+15559001', text, media: null },
    { requestId: 'req_test' },
  );

test('whichever worker receives a request, the holder of the device answers it', async () => {
  await using open = await openPairing();
  await open.startWorker('a');
  await open.startWorker('b');
  const tenant = await open.makeTenant();
  await open.network.putPhone({ number: '15559001' });
  await open.network.putPhone({ number: '15551001' });
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const token = { sessionToken: session.sessionToken };
  // The bus distributes calls between the workers in turn.
  const shown = [];
  for (let n = 0; n < 4; n++) shown.push((await open.act(tenant, sessionQr, token)).output.qr);
  expect(new Set(shown).size).toBe(1);
  const key = { key: 'once', bodyHash: 'b'.repeat(64) };
  const asked = { ...token, phone: '15551001' };
  const codes = [];
  for (let n = 0; n < 4; n++) codes.push(await open.act(tenant, pairCode, asked, key));
  expect(codes.map(({ replayed }) => replayed)).toEqual([false, true, true, true]);
  await open.network.enterCode('15551001', codes[0]?.output.pairingCode ?? '');
  await open.untilStatus(tenant, session.sessionToken, 'connected');
  const sent = [];
  for (let n = 0; n < 4; n++)
    sent.push(await sendFrom(open, tenant, String(session.accountId), String(100 + n), `n${n}`));
  expect(sent.map(({ outcome }) => outcome)).toEqual(Array(4).fill('accepted'));
  expect(await open.deviceAt('15551001:1')).toMatchObject({ max_concurrent: 1, replaced: 0 });
}, 60_000);

test('a stopping worker releases its devices at once: no second socket, no new link, no event', async () => {
  // Longer than any test can wait.
  await using open = await openPairing({ lease: { leaseMs: 60_000, marginMs: 4000 } });
  await open.startWorker('a');
  const tenant = await open.makeTenant();
  await open.network.putPhone({ number: '15559001' });
  const devices = await linkSome(open, tenant, 6, 15551100);
  await open.startWorker('b');
  await open.stopWorker('a');
  await open.until('b to hold all', async () => (await holders(open)).filter((name) => name === 'b').length === 6);
  for (const { token, deviceId } of devices) {
    await open.until('the second login', async () => (await open.deviceAt(deviceId)).logins.length >= 2);
    await open.untilStatus(tenant, token, 'connected');
    expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0, connected: 1 });
  }
  expect((await open.eventsOf(tenant)).map(({ type }) => type)).toEqual(Array(6).fill('channel.connected'));
  expect(await sendFrom(open, tenant, devices[0]?.id ?? '', '500', 'after')).toMatchObject({ outcome: 'accepted' });
}, 60_000);

test('a worker that loses the database closes its sockets before another worker can open them', async () => {
  await using open = await openPairing({ lease: QUICK });
  const { cutOff } = await open.startCutWorker('a');
  const tenant = await open.makeTenant();
  const devices = await linkSome(open, tenant, 4, 15551200);
  await open.startWorker('b');
  await open.startWorker('c');
  // A worker whose first round is late has no share yet.
  await open.until('all to have a share', async () => (await open.database.db.prisma.deviceWorker.count()) === 3);
  cutOff();
  await open.until('the others to hold all', async () => {
    const names = await holders(open);
    return names.length === 4 && names.every((name) => name === 'b' || name === 'c');
  });
  for (const { deviceId } of devices) {
    await open.until('the second login', async () => (await open.deviceAt(deviceId)).logins.length >= 2);
    expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });
  }
  // Each has claimed its share.
  expect(new Set(await holders(open))).toEqual(new Set(['b', 'c']));
  expect(await open.metric('a', 'parley_device_leases_lost_total')).toMatch(/ 4$/m);
}, 60_000);

/** A worker behind its own relay to the database, with leases longer than any test. */
async function startRelayed(open: OpenPairing, name: string) {
  const { hostname, port } = new URL(open.database.url);
  const relay = await openTcpSwitch({ host: hostname, port: Number(port) });
  const url = new URL(open.database.url);
  url.port = String(relay.port);
  const db = connectDatabase({ url: url.href });
  await open.startWorker(name, db);
  return {
    relay,
    async [Symbol.asyncDispose]() {
      await open.stopWorker(name);
      await db.close();
      await relay.close();
    },
  };
}
const LONG = { leaseMs: 600_000, marginMs: 4000 };

test('a worker cut off from the database closes its sockets, the others claim its devices at once, and it rejoins', async () => {
  await using open = await openPairing({ lease: LONG });
  await using cutOff = await startRelayed(open, 'a');
  const tenant = await open.makeTenant();
  const devices = await linkSome(open, tenant, 4, 15551300);
  await open.startWorker('b');
  cutOff.relay.cut();
  await open.until('b to hold all', async () => (await holders(open)).join() === 'b,b,b,b');
  for (const { deviceId } of devices) {
    await open.until('the second login', async () => (await open.deviceAt(deviceId)).logins.length === 2);
    expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });
  }
  cutOff.relay.restore();
  await open.stopWorker('b');
  await open.until('a to hold all', async () => (await holders(open)).join() === 'a,a,a,a');
  for (const { deviceId } of devices) {
    await open.until('the third login', async () => (await open.deviceAt(deviceId)).logins.length === 3);
    expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });
  }
}, 60_000);

test('a worker whose database sessions end repeatedly keeps its devices and their sockets', async () => {
  // Longer than a busy machine needs to open a new session.
  await using open = await openPairing({ lease: { ...LONG, presenceGraceMs: 30_000, goneForMs: 60_000 } });
  await open.startWorker('a');
  const tenant = await open.makeTenant();
  const devices = await linkSome(open, tenant, 2, 15551400);
  await open.startWorker('b');
  const presences = async (): Promise<number[]> => {
    const { rows } = await open.database.db.query<{ pid: number }>({
      text: `SELECT pid FROM pg_stat_activity
              WHERE datname = current_database() AND application_name = 'parley-presence-pairing' ORDER BY pid`,
    });
    return rows.map(({ pid }) => pid);
  };
  for (let times = 0; times < 5; times++) {
    const before = await open.until('both', async () => {
      const pids = await presences();
      return pids.length === 2 && pids;
    });
    await open.database.db.query({
      text: 'SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS s (pid)',
      values: [before],
    });
    await open.until('both again', async () => {
      const now = await presences();
      return now.length === 2 && now.every((pid) => !before.includes(pid));
    });
  }
  expect(await holders(open)).toEqual(['a', 'a']);
  for (const { deviceId } of devices)
    expect(await open.deviceAt(deviceId)).toMatchObject({
      max_concurrent: 1,
      replaced: 0,
      connected: 1,
      logins: { length: 1 },
    });
}, 60_000);

test('a worker that lost the lease writes nothing: neither keys nor state', async () => {
  await using open = await openPairing();
  const tenant = await open.makeTenant();
  const { rows } = await open.database.db.query<{ id: number }>({
    text: `INSERT INTO devices (tenant_id, instance_id, label, token_hash, status, since, created_at, expires_at)
           VALUES ($1, $2, 'x', '\\x01', 'connecting', now(), now(), now() + interval '1 hour') RETURNING id`,
    values: [tenant.id, tenant.caller.instanceId],
  });
  const id = rows[0]?.id ?? 0;
  const sql = open.database.db;
  const early: LeaseHolder = { workerId: 'early', leaseMs: 1 };
  const late: LeaseHolder = { workerId: 'late', leaseMs: 60_000 };
  const first = await claimDeviceById(sql, early, id);
  if (!first) throw new Error('not claimed');
  const second = await open.until('the lease to end', () => claimDeviceById(sql, late, id));
  const [stale, held] = [makeDeviceAuth(sql, open.cipher, first.lease), makeDeviceAuth(sql, open.cipher, second.lease)];
  await held.set([{ type: 'session', id: 'bob', value: 'new' }]);
  await expect(stale.set([{ type: 'session', id: 'bob', value: 'old' }])).rejects.toBeInstanceOf(LeaseLost);
  await expect(stale.set([{ type: 'session', id: 'bob', value: null }])).rejects.toBeInstanceOf(LeaseLost);
  expect([...(await held.get('session', ['bob']))]).toEqual([['bob', 'new']]);
  expect(await extendLeases(sql, early, [first.lease])).toEqual(new Set());
  await releaseLeases(sql, early, [first.lease]);
  expect(await findHolder(sql, id)).toBe('late');
  const stored = await sql.query<{ value: string }>({ text: 'SELECT value FROM device_keys' });
  expect(stored.rows.map(({ value }) => value).join()).not.toContain('new');
});
