import type { listLinkedDevices as contract } from '@parley/common/contracts/operator/linked-devices';
import type { InputOf } from '@parley/common/define-contract';
import { expect, test } from 'vitest';
import { openPairing } from '../../test/open-pairing.ts';
import { countDevices } from '../devices/device.store.ts';
import { listLinkedDevices } from '../devices/list-linked-devices.ts';
import { forgetOldSends } from '../sends/forget-old-sends.ts';
import { chooseSendId, findContent, findMessageIds, keepContent } from '../sends/send.store.ts';
import { findSilentDevices } from './find-silent-devices.ts';
import { updateHabit } from './health.steps.ts';

const MINUTE_MS = 60_000;

test('a connected device that is silent far longer than usual raises one alarm, and is healthy again with its next message', async () => {
  await using open = await openPairing();
  const tenant = await open.makeTenant();
  const sql = open.database.db;
  const { rows } = await sql.query<{ id: number }>({
    text: `INSERT INTO devices (tenant_id, instance_id, label, token_hash, status, is_paired, since, created_at, expires_at)
           SELECT $1, $2, 'x', decode(md5(n::text), 'hex'), 'connected', true, now(), now(), now() FROM generate_series(1, 2) n
           RETURNING id`,
    values: [tenant.id, tenant.caller.instanceId],
  });
  const [chatty = 0, quiet = 0] = rows.map(({ id }) => id);
  const alarms: unknown[] = [];
  let now = new Date('2026-03-01T08:00:00Z');
  const later = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * MINUTE_MS);
  };
  open.setNow(() => now);
  const service = open.openService({
    warn: (event, fields) => event === 'device.silent' && 'device_id' in fields && alarms.push(fields.device_id),
  });
  const hear = (id: number) => updateHabit(service, { tenantId: tenant.id, id }, now);
  const countSilent = async () => (await countDevices(sql, now)).silent;
  // One gets a message every five minutes, the other every five hours.
  for (let n = 0; n < 200; n++) {
    await hear(chatty);
    if (n % 60 === 0) await hear(quiet);
    later(5);
  }
  await findSilentDevices(service);
  later(110);
  await findSilentDevices(service);
  expect(alarms).toEqual([]);
  later(15);
  await findSilentDevices(service);
  await findSilentDevices(service);
  expect(alarms).toEqual([chatty]);
  expect(await countSilent()).toBe(1);
  await hear(chatty);
  expect(await countSilent()).toBe(0);
  later(60 * 60);
  await findSilentDevices(service);
  expect(alarms.sort()).toEqual([chatty, chatty, quiet].sort());
});

test('the gauges count devices by status, and active restrictions, unless the device is deleted', async () => {
  await using open = await openPairing();
  const tenant = await open.makeTenant();
  const sql = open.database.db;
  const now = new Date('2026-03-02T00:00:00Z');
  await sql.query({
    text: `INSERT INTO devices (tenant_id, instance_id, label, token_hash, since, created_at, expires_at, status,
                                restriction, restricted_until, silent_since)
           SELECT $1, $2, 'x', decode(md5(status || restriction || until), 'hex'), now(), now(), now(), status,
                  nullif(restriction, ''), nullif(until, '')::timestamptz, now()
             FROM unnest($3::text[], $4::text[], $5::text[]) AS d (status, restriction, until)`,
    values: [
      tenant.id,
      tenant.caller.instanceId,
      ['connected', 'connected', 'reconnecting', 'connected', 'connected', 'deleted'],
      ['', 'restricted', 'restricted', 'capped', 'capped', 'restricted'],
      ['', '', '', '2026-03-03T00:00:00Z', '2026-03-01T00:00:00Z', ''],
    ],
  });
  const states = await countDevices(sql, now);
  expect([...states.byStatus].sort()).toEqual([
    ['connected', 4],
    ['deleted', 1],
    ['reconnecting', 1],
  ]);
  expect(states).toMatchObject({ silent: 6, restricted: 3 });
});

test('sent messages are removed after some days, and encrypted until then', async () => {
  await using open = await openPairing();
  const { cipher } = open;
  const { db } = open.database;
  const at = new Date('2026-03-01T08:00:00Z');
  const part = { deviceId: 1, messageId: '42', part: 0, now: at };
  expect(await chooseSendId(db, { ...part, offered: '3EB0A' })).toBe('3EB0A');
  expect(await chooseSendId(db, { ...part, offered: '3EB0B' })).toBe('3EB0A');
  await keepContent(db, cipher, 1, '3EB0A', 'a secret text');
  expect(await findContent(db.prisma, cipher, 1, '3EB0A')).toBe('a secret text');
  expect(await findContent(db.prisma, cipher, 2, '3EB0A')).toBeNull();
  const { rows } = await db.query<{ content: string }>({ text: 'SELECT content FROM device_sends' });
  expect(rows[0]?.content).not.toContain('secret');
  expect([...(await findMessageIds(db, 1, ['3EB0A', '3EB0X']))]).toEqual([['3EB0A', '42']]);
  const service = open.openService();
  const weekLater = at.getTime() + 7 * 24 * 60 * MINUTE_MS;
  open.setNow(() => new Date(weekLater));
  expect(await forgetOldSends(service)).toBe(0);
  open.setNow(() => new Date(weekLater + 1));
  expect(await forgetOldSends(service)).toBe(1);
});

test('devices of all tenants are listed with their worker, those with a problem first, page after page', async () => {
  await using open = await openPairing();
  const [one, other] = [await open.makeTenant(), await open.makeTenant()];
  const sql = open.database.db;
  const since = Date.now();
  let added = 0;
  const add = async (tenant: typeof one, label: string, changes: string): Promise<void> => {
    await sql.query({
      text: `INSERT INTO devices (tenant_id, instance_id, label, token_hash, status, is_paired, since, created_at, expires_at)
             VALUES ($1, $2, $3, decode(md5($3), 'hex'), 'connected', true, $4, now(), now())`,
      values: [tenant.id, tenant.caller.instanceId, label, new Date(since + added++)],
    });
    if (changes) await sql.query({ text: `UPDATE devices SET ${changes} WHERE label = $1`, values: [label] });
  };
  await add(one, 'well', `worker_id = 'w1', lease_until = now() + interval '1 minute', last_heard_at = now()`);
  await add(other, 'silent', 'silent_since = now()');
  await add(one, 'restricted', `restriction = 'restricted', restricted_until = now() + interval '1 hour'`);
  await add(other, 'was restricted', `restriction = 'restricted', restricted_until = now() - interval '1 hour'`);
  await add(one, 'offline', `status = 'reconnecting', worker_id = 'w2', lease_until = now() - interval '1 minute'`);
  await add(one, 'gone', `status = 'logged_out'`);
  const service = open.openService();
  const list = (query: Partial<InputOf<typeof contract>>) =>
    listLinkedDevices(service, { q: '', sort: 'problem', descending: false, limit: 50, ...query });
  const first = await list({ limit: 2 });
  const rest = await list({ cursor: first.nextCursor ?? '' });
  const { tenantSlug } = one.caller;
  expect([...first.items, ...rest.items]).toMatchObject([
    { label: 'offline', tenant: tenantSlug, problem: 'offline', status: 'reconnecting', worker: null },
    { label: 'restricted', problem: 'restricted' },
    { label: 'silent', tenant: other.caller.tenantSlug, problem: 'silent' },
    { label: 'well', problem: null, worker: 'w1', lastHeardAt: expect.any(String) },
    { label: 'was restricted', problem: null },
  ]);
  expect(rest.nextCursor).toBeNull();

  const labels = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map(({ label }) => label);
  expect(await labels({ q: 'RESTRICTED' })).toEqual(['restricted', 'was restricted']);
  const ofOther = await labels({ q: other.caller.tenantSlug });
  expect(ofOther).toEqual(['silent', 'was restricted']);
  const byTenant = await labels({ sort: 'tenant', descending: tenantSlug > other.caller.tenantSlug });
  expect(byTenant).toEqual(['offline', 'restricted', 'well', ...ofOther]);
  expect((await labels({ sort: 'last_heard', descending: true }))[0]).toBe('well');
  const worstLast = await labels({ sort: 'problem', descending: true });
  expect(worstLast).toEqual(['well', 'was restricted', 'silent', 'restricted', 'offline']);
  const start = await list({ sort: 'since', limit: 4 });
  const end = await list({ sort: 'since', cursor: start.nextCursor ?? '' });
  const bySince = [...start.items, ...end.items];
  expect(bySince.map(({ label }) => label)).toEqual(['well', 'silent', 'restricted', 'was restricted', 'offline']);
  expect(await list({ accountId: bySince[2]?.accountId })).toEqual({ items: [bySince[2]], nextCursor: null });
});
