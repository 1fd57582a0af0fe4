import { type ContactTyping, contactTyping, keyChanged } from '@parley/common/hints';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const BOB = '15559001';
const DAN = '15559003';
let open: OpenPairing;
let numbers = 15_554_000;
const told: ContactTyping[] = [];

beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('a');
  open.bus.onHint(contactTyping, (typing) => told.push(typing));
  await open.network.putPhone({ number: BOB });
  await open.network.putPhone({ number: DAN, addressing: 'lid', hide_number: true });
});
afterAll(() => open[Symbol.asyncDispose]());
beforeEach(() => void told.splice(0));

/** Links a device of a tenant; the network shows an account as online only under a name, which a message of its phone has. */
async function link({ asks }: { asks: boolean }) {
  const tenant = await open.makeTenant();
  const number = String(++numbers);
  const linked = await open.link(tenant, number);
  await open.network.writes(number, { to: BOB, type: 'text', text: 'hello' });
  await open.until('the echo', () => open.inbound.handed.some(({ externalId }) => externalId === linked.id));
  const ask = async (does: boolean) => {
    await open.database.db.query({
      text: `UPDATE api_keys SET webhook_url = 'https://customer.example', channels = '{wd}', events = $2 WHERE tenant_id = $1`,
      values: [tenant.id, does ? ['contact.typing'] : ['message.received']],
    });
    open.bus.publishHint(keyChanged, { instanceId: null });
  };
  const isOnline = async () => (await open.deviceAt(linked.deviceId)).is_online;
  await ask(asks);
  return { ...linked, number, ask, isOnline };
}

test('typing in a chat and in a group is published with the person, and stored nowhere', async () => {
  const { id, number, isOnline } = await link({ asks: true });
  await open.until('the device to be online', isOnline);
  await open.network.types(BOB, { to: number });
  await open.network.types(BOB, { to: number, state: 'recording' });
  await open.network.types(DAN, { to: number, state: 'off' });
  const group = await open.network.makeGroup({ subject: 'Team', owner: BOB, participants: [number], addressing: 'pn' });
  await open.network.types(BOB, { to: group.id });
  await open.until('four notices', () => told.length >= 4);
  const inGroup = { is_group: true, group_jid: group.id, participant: `+${BOB}`, participant_name: null };
  expect(
    told.map(({ channel, externalIds, from, group: where, state }) => [channel, externalIds, from, where, state]),
  ).toEqual([
    ['wd', [id], `+${BOB}`, null, 'typing'],
    ['wd', [id], `+${BOB}`, null, 'recording'],
    ['wd', [id], `9${DAN}@lid`, null, 'off'],
    ['wd', [id], `+${BOB}`, inGroup, 'typing'],
  ]);
  expect(open.inbound.handed.filter(({ item }) => JSON.stringify(item).includes('typing'))).toEqual([]);
});

test('a device is online only while a key of its tenant subscribes to typing', async () => {
  const other = await link({ asks: true });
  const { number, ask, isOnline } = await link({ asks: false });
  await open.until('the other device to be online', other.isOnline);
  expect(await isOnline()).toBe(false);
  expect(await open.network.types(BOB, { to: number })).toBe(0);
  await ask(true);
  await open.until('the device to be online', isOnline);
  await ask(false);
  await open.until('the device to be offline', async () => !(await isOnline()));
  expect(await other.isOnline()).toBe(true);
});

test('a flood of one person is published once, and delays no message', async () => {
  const { number, isOnline } = await link({ asks: true });
  await open.until('the device to be online', isOnline);
  await open.network.types(BOB, { to: number, times: 5000 });
  const { id } = await open.network.writes(BOB, { to: number, type: 'text', text: 'after the flood' });
  await open.until('the message after it', () => open.inbound.handed.some(({ item }) => item.providerMessageId === id));
  expect(told.filter(({ from }) => from === `+${BOB}`)).toHaveLength(1);
}, 60_000);

test('damaged typing notices, and those of the account itself, are ignored', async () => {
  const { number, deviceId, isOnline } = await link({ asks: true });
  await open.until('the device to be online', isOnline);
  const send = (attrs: Record<string, string>, content?: { tag: string; attrs: Record<string, string> }[]) =>
    open.network.sendStanza(deviceId, { tag: 'chatstate', attrs: { id: `bad-${Math.random()}`, ...attrs }, content });
  const composing = [{ tag: 'composing', attrs: {} }];
  await send({ from: `${BOB}@s.whatsapp.net` });
  await send({ from: `${BOB}@s.whatsapp.net` }, [{ tag: 'hologram', attrs: {} }]);
  await send({ from: '120363000000000001@g.us' }, composing);
  await send({ from: 'status@broadcast' }, composing);
  await send({ from: `${number}@s.whatsapp.net` }, composing);
  await open.network.types(BOB, { to: number, state: 'recording' });
  await open.until('the good one', () => told.length > 0);
  expect(told.map(({ state }) => state)).toEqual(['recording']);
});
