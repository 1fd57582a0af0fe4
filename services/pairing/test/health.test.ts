import { expect, test } from 'vitest';
import { listDevicesOfAll } from '../src/storage/device-list-store.ts';
import { makeDeviceStore } from '../src/storage/device-store.ts';
import { makeHealthStore } from '../src/storage/health-store.ts';
import { makeSendStore } from '../src/storage/send-store.ts';
import { makeListDevices } from '../src/use-cases/list-devices.ts';
import { makeWatchHealth } from '../src/use-cases/watch-health.ts';
import { openPairing } from './open-pairing.ts';

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
  const devices = makeHealthStore(sql);
  const { countStates } = makeDeviceStore(sql);
  const alarms: number[] = [];
  let now = new Date('2026-03-01T08:00:00Z');
  const later = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * MINUTE_MS);
  };
  const health = makeWatchHealth({
    devices,
    onSilent: (id) => alarms.push(id),
    onRestricted: () => {},
    report: (error) => {
      throw error;
    },
    now: () => now,
  });
  // One gets a message every five minutes, the other every five hours.
  for (let n = 0; n < 200; n++) {
    await devices.heard(tenant.id, chatty, now);
    if (n % 60 === 0) await devices.heard(tenant.id, quiet, now);
    later(5);
  }
  await health.findSilent();
  later(110);
  await health.findSilent();
  expect(alarms).toEqual([]);
  later(15);
  await health.findSilent();
  await health.findSilent();
  expect(alarms).toEqual([chatty]);
  expect((await countStates(now)).silent).toBe(1);
  await devices.heard(tenant.id, chatty, now);
  expect((await countStates(now)).silent).toBe(0);
  later(60 * 60);
  await health.findSilent();
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
  const states = await makeDeviceStore(sql).countStates(now);
  expect([...states.byStatus].sort()).toEqual([
    ['connected', 4],
    ['deleted', 1],
    ['reconnecting', 1],
  ]);
  expect(states).toMatchObject({ silent: 6, restricted: 3 });
});

test('sent messages are removed after some days, and encrypted until then', async () => {
  await using open = await openPairing();
  const sends = makeSendStore(open.database.db, open.cipher);
  const at = new Date('2026-03-01T08:00:00Z');
  const part = { deviceId: 1, messageId: '42', part: 0, now: at };
  expect(await sends.chooseId({ ...part, offered: '3EB0A' })).toBe('3EB0A');
  expect(await sends.chooseId({ ...part, offered: '3EB0B' })).toBe('3EB0A');
  await sends.keepContent(1, '3EB0A', 'a secret text');
  expect(await sends.findContent(1, '3EB0A')).toBe('a secret text');
  expect(await sends.findContent(2, '3EB0A')).toBeNull();
  const { rows } = await open.database.db.query<{ content: string }>({ text: 'SELECT content FROM device_sends' });
  expect(rows[0]?.content).not.toContain('secret');
  expect([...(await sends.findMessageIds(1, ['3EB0A', '3EB0X']))]).toEqual([['3EB0A', '42']]);
  expect(await sends.forgetBefore(at)).toBe(0);
  expect(await sends.forgetBefore(new Date(at.getTime() + 1))).toBe(1);
});

test('devices of all tenants are listed with their worker, those with a problem first, page after page', async () => {
  await using open = await openPairing();
  const [one, other] = [await open.makeTenant(), await open.makeTenant()];
  const sql = open.database.db;
  const add = async (tenant: typeof one, label: string, changes: string): Promise<void> => {
    await sql.query({
      text: `INSERT INTO devices (tenant_id, instance_id, label, token_hash, status, is_paired, since, created_at, expires_at)
             VALUES ($1, $2, $3, decode(md5($3), 'hex'), 'connected', true, now(), now(), now())`,
      values: [tenant.id, tenant.caller.instanceId, label],
    });
    if (changes) await sql.query({ text: `UPDATE devices SET ${changes} WHERE label = $1`, values: [label] });
  };
  await add(one, 'well', `worker_id = 'w1', lease_until = now() + interval '1 minute', last_heard_at = now()`);
  await add(other, 'silent', 'silent_since = now()');
  await add(one, 'restricted', `restriction = 'restricted', restricted_until = now() + interval '1 hour'`);
  await add(other, 'was restricted', `restriction = 'restricted', restricted_until = now() - interval '1 hour'`);
  await add(one, 'offline', `status = 'reconnecting', worker_id = 'w2', lease_until = now() - interval '1 minute'`);
  await add(one, 'gone', `status = 'logged_out'`);
  const list = makeListDevices({ list: (after, count) => listDevicesOfAll(sql, after, count) });
  const first = await list({ limit: 2 });
  const rest = await list({ limit: 50, cursor: first.nextCursor ?? '' });
  const { tenantSlug } = one.caller;
  expect([...first.items, ...rest.items]).toMatchObject([
    { label: 'offline', tenant: tenantSlug, problem: 'offline', status: 'reconnecting', worker: null },
    { label: 'restricted', problem: 'restricted' },
    { label: 'silent', tenant: other.caller.tenantSlug, problem: 'silent' },
    { label: 'well', problem: null, worker: 'w1', lastHeardAt: expect.any(String) },
    { label: 'was restricted', problem: null },
  ]);
  expect(rest.nextCursor).toBeNull();
});
