import { addMoveInKeys, finishMoveIn } from '@parley/common/contracts/operator/move-in';
import type { InputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMoves, readDevice } from '../../test/move-in/make-moves.ts';
import { linkStockDevice } from '../../test/move-in/stock-device.ts';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const open: OpenPairing = await openPairing();
const { call, begin, copy, stateOf, untilState, start, release } = makeMoves(open);
beforeAll(async () => {
  await open.startWorker('w1');
  await open.network.changeSettings({ initial_pre_keys: 'few' });
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());

let nextNumber = 15_590_001;
const numberOf = (): string => String(nextNumber++);

const eventsOf = async (tenant: TestTenant) => (await open.eventsOf(tenant)).map(({ type }) => type);
const writes = (from: string, to: string, text: string) => open.network.writes(from, { to, type: 'text', text });
const isHanded = (id: string) => open.inbound.handed.some(({ item }) => item.providerMessageId === id);

/** Deliveries of messages to a device; a second one follows a retry receipt. */
const deliveriesTo = async (deviceId: string): Promise<number[]> =>
  (await open.network.carried({ device: deviceId })).map(({ deliveries }) => deliveries);

/** A device of another system that has exchanged messages with a person and in a group. */
async function linkedElsewhere() {
  const [number, person] = [numberOf(), numberOf()];
  await open.network.putPhone({ number: person });
  const stock = await linkStockDevice(open, number);
  const { id: group } = await open.network.makeGroup({ subject: 'Shop', owner: number, participants: [person] });
  await writes(person, number, 'before');
  await open.until('the message', () => stock.heard('before'));
  await stock.send(person, 'answer before');
  await writes(person, group, 'in the group before');
  await open.until('the group message', () => stock.heard('in the group before'));
  await stock.send(group, 'own in the group before');
  await open.until('both sends', async () => (await open.network.taken({ device: stock.deviceId })).length === 2);
  await stock.stop();
  return { number, person, group, stock };
}

test.each(['Baileys', 'whatsmeow'] as const)(
  'three devices of %s move without a new link: messages both ways, groups, and no retry receipt',
  async (library) => {
    const tenant = await open.makeTenant();
    const moves = [];
    for (const _ of [1, 2, 3]) {
      const elsewhere = await linkedElsewhere();
      const before = await open.deviceAt(elsewhere.stock.deviceId);
      // A message that waits at the network during the move.
      const { id: waiting } = await writes(elsewhere.person, elsewhere.number, 'during the move');
      const accountId = await copy(tenant, await readDevice(elsewhere.stock, library));
      moves.push({ ...elsewhere, before, waiting, accountId });
    }
    expect(await eventsOf(tenant)).toEqual([]);
    for (const { accountId, stock, before } of moves) {
      expect(await stateOf(tenant, accountId)).toMatchObject({ state: 'waiting', reason: null });
      expect((await open.deviceAt(stock.deviceId)).logins).toHaveLength(before.logins.length);
    }
    for (const { accountId } of moves) await start(tenant, accountId);
    for (const { accountId, number, person, group, stock, before, waiting } of moves) {
      await untilState(tenant, accountId, 'moved');
      await open.until('the message that waited', () => isHanded(waiting));
      const { id: next } = await writes(person, number, 'after');
      const { id: inGroup } = await writes(person, group, 'in the group after');
      await open.until('the next messages', () => isHanded(next) && isHanded(inGroup));
      const device = { id: String(accountId) };
      await open.sendMessage(tenant, device, { to: `+${person}`, text: 'answer after' });
      await open.sendMessage(tenant, device, { to: group, text: 'own in the group after' });
      const taken = await open.network.taken({ device: stock.deviceId });
      expect(taken.map(({ text, retries }) => [text, retries])).toEqual([
        ['answer before', 0],
        ['own in the group before', 0],
        ['answer after', 0],
        ['own in the group after', 0],
      ]);
      expect(new Set(await deliveriesTo(stock.deviceId))).toEqual(new Set([1]));
      const after = await open.deviceAt(stock.deviceId);
      expect(after).toMatchObject({ jid: before.jid, connected: 1, max_concurrent: 1, replaced: 0 });
      expect(after.logins).toHaveLength(before.logins.length + 1);
      await stock[Symbol.asyncDispose]();
    }
    expect(await eventsOf(tenant)).toEqual(['channel.connected', 'channel.connected', 'channel.connected']);
    const accounts = await open.database.db.prisma.channelAccount.findMany({ where: { tenantId: tenant.id } });
    expect(accounts.map(({ name, number, status }) => [name, number, status]).sort()).toEqual(
      moves.map(({ number }) => ['Moved shop', `+${number}`, 'connected']),
    );
  },
  120_000,
);

test('keys are encrypted in the database, and no key is in a list', async () => {
  const tenant = await open.makeTenant();
  await using stock = await linkStockDevice(open, numberOf());
  await stock.stop();
  const device = await readDevice(stock);
  const accountId = await copy(tenant, device);
  const rows = await open.database.db.prisma.deviceKey.findMany({ where: { deviceId: accountId } });
  expect(rows).toHaveLength(device.keys.length);
  expect(rows.every(({ value }) => value.startsWith('v1.'))).toBe(true);
  const shown = JSON.stringify(await stateOf(tenant, accountId));
  for (const { value } of device.keys.slice(0, 5)) expect(shown).not.toContain(value);
});

test('release before the first login leaves the source able to go on', async () => {
  const tenant = await open.makeTenant();
  const { person, number, stock } = await linkedElsewhere();
  const accountId = await copy(tenant, await readDevice(stock));
  expect(await release(tenant, accountId)).toMatchObject({ state: 'released' });
  expect(await release(tenant, accountId)).toMatchObject({ state: 'released' });
  expect(await open.database.db.prisma.deviceKey.count({ where: { deviceId: accountId } })).toBe(0);
  await stock.connect();
  await writes(person, number, 'still there');
  await open.until('the message at the source', () => stock.heard('still there'));
  expect(await open.deviceAt(stock.deviceId)).toMatchObject({ state: 'paired' });
  expect(await eventsOf(tenant)).toEqual([]);
  await stock[Symbol.asyncDispose]();
}, 60_000);

test('a release while the network cannot be reached works too; after the first login it is refused', async () => {
  const tenant = await open.makeTenant();
  await using stock = await linkStockDevice(open, numberOf());
  await stock.stop();
  const device = await readDevice(stock);
  await open.network.cut(600_000, '503');
  const first = await copy(tenant, device);
  expect(await start(tenant, first)).toMatchObject({ state: 'starting' });
  expect(await release(tenant, first)).toMatchObject({ state: 'released' });
  await open.network.cut(0);
  const second = await copy(tenant, device);
  expect(second).not.toBe(first);
  await start(tenant, second);
  await untilState(tenant, second, 'moved');
  await expect(release(tenant, second)).rejects.toMatchObject({ code: 'invalid_account_id' });
  expect(await start(tenant, second)).toMatchObject({ state: 'moved' });
  expect(await begin(tenant, device)).toMatchObject({ accountId: second, state: 'moved' });
}, 60_000);

test('a copy that is broken off begins again, and is never started half', async () => {
  const tenant = await open.makeTenant();
  await using stock = await linkStockDevice(open, numberOf());
  await stock.stop();
  const device = await readDevice(stock);
  const { accountId } = await begin(tenant, device);
  // safe: the converter writes types of the contract
  const some = device.keys.slice(0, 3) as InputOf<typeof addMoveInKeys>['keys'];
  await call(addMoveInKeys, { slug: tenant.slug, accountId, keys: some });
  await expect(start(tenant, accountId)).rejects.toMatchObject({ code: 'invalid_account_id' });
  const total = device.keys.length;
  await expect(call(finishMoveIn, { slug: tenant.slug, accountId, keys: total })).rejects.toMatchObject({
    code: 'invalid_keys',
  });
  expect(await copy(tenant, device)).toBe(accountId);
  expect(await copy(tenant, device)).toBe(accountId);
  expect(await stateOf(tenant, accountId)).toMatchObject({ state: 'waiting' });
  expect(await open.database.db.prisma.deviceKey.count({ where: { deviceId: accountId } })).toBe(total);
});

test('credentials of another device are not accepted as those of this one', async () => {
  const tenant = await open.makeTenant();
  await using stock = await linkStockDevice(open, numberOf());
  await stock.stop();
  const device = await readDevice(stock);
  await expect(copy(tenant, { ...device, jid: '15551112222:4@s.whatsapp.net' })).rejects.toMatchObject({
    code: 'invalid_keys',
  });
});

test('a source that takes its link back before the first login leaves the device waiting, with its keys', async () => {
  const tenant = await open.makeTenant();
  await using stock = await linkStockDevice(open, numberOf());
  await stock.stop();
  const accountId = await copy(tenant, await readDevice(stock));
  await open.network.refuseLogins(stock.deviceId, { code: 440 });
  await start(tenant, accountId);
  await untilState(tenant, accountId, 'waiting');
  expect(await open.database.db.prisma.deviceKey.count({ where: { deviceId: accountId } })).toBeGreaterThan(0);
  expect(await open.metric('w1', 'parley_device_alarms_total')).toContain('reason="replaced"');
  await start(tenant, accountId);
  await untilState(tenant, accountId, 'moved');
}, 60_000);

test('a link that the phone has removed ends the move, and its keys are deleted', async () => {
  const tenant = await open.makeTenant();
  await using stock = await linkStockDevice(open, numberOf());
  await stock.stop();
  const accountId = await copy(tenant, await readDevice(stock));
  await open.network.refuseLogins(stock.deviceId, { code: 401 });
  await start(tenant, accountId);
  expect(await untilState(tenant, accountId, 'ended')).toMatchObject({ reason: 'logged_out' });
  expect(await open.database.db.prisma.deviceKey.count({ where: { deviceId: accountId } })).toBe(0);
  await expect(start(tenant, accountId)).rejects.toMatchObject({ code: 'invalid_account_id' });
}, 60_000);

test('another tenant neither sees nor starts a device that was moved in', async () => {
  const [tenant, other] = [await open.makeTenant(), await open.makeTenant()];
  await using stock = await linkStockDevice(open, numberOf());
  await stock.stop();
  const accountId = await copy(tenant, await readDevice(stock));
  expect(await stateOf(other, accountId)).toBeUndefined();
  await expect(start(other, accountId)).rejects.toMatchObject({ code: 'unknown_move_in' });
  await expect(release(other, accountId)).rejects.toMatchObject({ code: 'unknown_move_in' });
  await expect(
    call(addMoveInKeys, { slug: other.slug, accountId, keys: [{ type: 'session', id: '1.0', value: '{}' }] }),
  ).rejects.toMatchObject({ code: 'unknown_move_in' });
});

test('a worker that stops during the start leaves the device to the next one', async () => {
  const tenant = await open.makeTenant();
  await using stock = await linkStockDevice(open, numberOf());
  await stock.stop();
  const accountId = await copy(tenant, await readDevice(stock));
  await open.network.cut(600_000, '503');
  await start(tenant, accountId);
  await open.stopWorker('w1');
  await open.network.cut(0);
  await open.startWorker('w1');
  await untilState(tenant, accountId, 'moved');
}, 60_000);
