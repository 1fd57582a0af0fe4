import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { setDevicePace } from '@parley/common/contracts/operator/linked-devices';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

// docs/reference/wd.md#pace-of-new-chats
const DAY_MS = 24 * 3_600_000;
let open: OpenPairing;
let numbers = 15_553_500_000;
let offsetMs = 0;

beforeAll(async () => {
  open = await openPairing({ pace: 'gentle' });
  await open.startWorker('a');
});
afterEach(() => {
  offsetMs = 0;
  open.setNow(null);
});
afterAll(() => open[Symbol.asyncDispose]());

type Device = Awaited<ReturnType<OpenPairing['link']>>;

async function linkDevice() {
  const tenant = await open.makeTenant();
  const device = await open.link(tenant, String(++numbers));
  return { tenant, device };
}

async function makePerson(): Promise<string> {
  const number = String(++numbers);
  await open.network.putPhone({ number });
  return number;
}

let messageId = 70_000;
const send = (tenant: TestTenant, { id: externalId }: Device, to: string) =>
  open.bus.call(
    sendDeviceMessage,
    { tenantId: tenant.id, externalId, messageId: String(messageId++), to, text: 'hello', media: null },
    { requestId: 'req_test', deadlineAt: Date.now() + 30_000 },
  );

const sentBy = async ({ deviceId }: Device): Promise<number> => (await open.network.taken({ device: deviceId })).length;

/** Moves the clock of the service; leases and the network keep theirs. */
const later = (ms: number): void => {
  offsetMs += ms;
  open.setNow(() => new Date(Date.now() + offsetMs));
};

/** Begins the ten chats that a new link may begin in a day. */
async function beginTen(tenant: TestTenant, device: Device): Promise<string[]> {
  const people: string[] = [];
  for (let n = 0; n < 10; n++) {
    const person = await makePerson();
    expect(await send(tenant, device, `+${person}`)).toMatchObject({ outcome: 'accepted' });
    people.push(person);
    later(3000);
  }
  return people;
}

/** Stores a conversation of the device, as services/inbound and services/send do. */
async function storeChat(
  tenant: TestTenant,
  { id }: Device,
  to: string,
  { heard = false, status }: { heard?: boolean; status?: string },
): Promise<void> {
  await open.database.db.query({
    text: `WITH person AS (INSERT INTO contacts (tenant_id, channel) VALUES ($1, 'wd') RETURNING id),
                address AS (INSERT INTO contact_addresses (tenant_id, channel, address, contact_id)
                            SELECT $1, 'wd', $3, id FROM person),
                account AS (SELECT id FROM channel_accounts WHERE tenant_id = $1 AND external_id = $2),
                chat AS (INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer, last_inbound_at)
                         SELECT $1, 'wd', account.id, person.id, $3, CASE WHEN $4 THEN now() END FROM person, account
                         RETURNING id, channel_account_id)
           INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, happened_at)
           SELECT $1, id, channel_account_id, 'wd', 'out', 'api', $5::text, $3, 'x', now() FROM chat WHERE $5::text IS NOT NULL`,
    values: [tenant.id, id, to, heard, status ?? null],
  });
}

test('a new link begins ten chats in a day; the next is held back with the wait, and people with a chat are not', async () => {
  const { tenant, device } = await linkDevice();
  const [first = ''] = await beginTen(tenant, device);
  const sent = await sentBy(device);
  const next = `+${await makePerson()}`;
  const heldBack = { outcome: 'refused', status: null, code: 'paced', safeToRetry: true };
  const refused = await send(tenant, device, next);
  expect(refused).toMatchObject(heldBack);
  expect(refused).toHaveProperty('retryAfterMs', expect.closeTo(DAY_MS - 30_000, -5));
  expect(await sentBy(device)).toBe(sent);

  expect(await send(tenant, device, `+${first}`)).toMatchObject({ outcome: 'accepted' });
  for (const chat of [{ heard: true }, { status: 'delivered' }]) {
    const known = `+${await makePerson()}`;
    await storeChat(tenant, device, known, chat);
    expect(await send(tenant, device, known)).toMatchObject({ outcome: 'accepted' });
  }
  for (const status of ['failed', 'scheduled']) {
    const stranger = `+${await makePerson()}`;
    await storeChat(tenant, device, stranger, { status });
    expect(await send(tenant, device, stranger)).toMatchObject(heldBack);
  }
  expect(await sentBy(device)).toBe(sent + 3);
});

test('what was begun outlives the worker, and is forgotten after a day', async () => {
  const { tenant, device } = await linkDevice();
  const [first = ''] = await beginTen(tenant, device);
  await open.stopWorker('a');
  await open.startWorker('a');
  await open.until('the device', async () => (await open.deviceAt(device.deviceId)).is_active);
  const next = `+${await makePerson()}`;
  expect(await send(tenant, device, next)).toMatchObject({ code: 'paced' });
  expect(await send(tenant, device, `+${first}`)).toMatchObject({ outcome: 'accepted' });
  const { rows } = await open.database.db.query<{ value: string }>({
    text: `SELECT value FROM device_keys WHERE type = 'new-chats' AND device_id = $1`,
    values: [Number(device.id)],
  });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.value).not.toContain(first);
  later(DAY_MS);
  expect(await send(tenant, device, next)).toMatchObject({ outcome: 'accepted' });
});

test('of two new chats at once one waits for a few seconds', async () => {
  const { tenant, device } = await linkDevice();
  const people = [await makePerson(), await makePerson()];
  const outcomes = await Promise.all(people.map((person) => send(tenant, device, `+${person}`)));
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'refused']);
  const refused = outcomes.find(({ outcome }) => outcome === 'refused');
  expect(refused).toMatchObject({ code: 'paced' });
  expect(refused).toHaveProperty(
    'retryAfterMs',
    expect.toSatisfy((ms: number) => ms > 0 && ms <= 3000),
  );
});

test('a worker that has lost the device begins no chat, and the request is repeated', async () => {
  const { tenant, device } = await linkDevice();
  await open.database.db.query({
    text: 'UPDATE devices SET lease_token = lease_token + 1 WHERE id = $1',
    values: [Number(device.id)],
  });
  await expect(send(tenant, device, `+${await makePerson()}`)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await sentBy(device)).toBe(0);
});

test('a person who gave the account a token has a chat, also if Parley has never seen a message of it', async () => {
  const tenant = await open.makeTenant();
  const number = String(++numbers);
  const friend = await makePerson();
  await open.network.putOldChat(number, { with: friend, messages: [{ text: 'hi' }], trusted: true });
  const device = await open.link(tenant, number);
  await open.until('the token', async () => {
    const { rowCount } = await open.database.db.query({
      text: `SELECT 1 FROM device_keys WHERE type = 'tctoken' AND device_id = $1`,
      values: [Number(device.id)],
    });
    return rowCount > 0;
  });
  await beginTen(tenant, device);
  expect(await send(tenant, device, `+${friend}`)).toMatchObject({ outcome: 'accepted' });
});

test('the operator turns the pace of a device off, and on again', async () => {
  const { tenant, device } = await linkDevice();
  await beginTen(tenant, device);
  const setPace = async (pace: 'off' | 'gentle' | null, accountId = Number(device.id)) =>
    (await open.act(tenant, setDevicePace, { accountId, pace })).output;
  expect(await setPace('off')).toEqual({ accountId: Number(device.id), pace: 'off' });
  expect(await send(tenant, device, `+${await makePerson()}`)).toMatchObject({ outcome: 'accepted' });
  expect(await setPace(null)).toMatchObject({ pace: null });
  expect(await send(tenant, device, `+${await makePerson()}`)).toMatchObject({ code: 'paced' });
  await expect(setPace('off', 999_999)).rejects.toMatchObject({ code: 'not_connected' });
});

test('while the network lets the account begin no chats, a message to a new person is refused before the network', async () => {
  const { tenant, device } = await linkDevice();
  const known = `+${await makePerson()}`;
  await storeChat(tenant, device, known, { heard: true });
  await open.network.limit(device.deviceId, { kind: 'reachout_timelock', seconds: 3600 });
  await open.until('the lock', async () => (await open.statusOf(tenant, device.token)).limits?.restricted);
  const sent = await sentBy(device);
  const refused = await send(tenant, device, `+${await makePerson()}`);
  expect(refused).toMatchObject({ outcome: 'refused', status: null, code: 'account_restricted', safeToRetry: true });
  expect(refused).toHaveProperty(
    'retryAfterMs',
    expect.toSatisfy((ms: number) => ms > 0 && ms <= 3_600_000),
  );
  expect(await sentBy(device)).toBe(sent);
  expect(await send(tenant, device, known)).toMatchObject({ outcome: 'accepted' });
  await open.network.limit(device.deviceId, { kind: 'reachout_timelock', active: false });
  await open.until('the end of the lock', async () => !(await open.statusOf(tenant, device.token)).limits?.restricted);
  expect(await send(tenant, device, `+${await makePerson()}`)).toMatchObject({ outcome: 'accepted' });
});
