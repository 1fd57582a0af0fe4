import { actOnDeviceMessage } from '@parley/common/contracts/internal/act-on-device-message';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import { DEVICE_LIMITS } from '@parley/common/contracts/internal/store-device-items';
import type { InputOf } from '@parley/common/define-contract';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { openTcpSwitch } from '@parley/testing/servers/tcp-switch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

type ItemOf<K extends DeviceItem['kind']> = Extract<DeviceItem, { kind: K }>;

const BOB = '15559001';
const CAROL = '15559002';
const DAN = '15559003';
let open: OpenPairing;
let numbers = 15_553_000;
let calls = 0;

beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('a');
  await open.network.putPhone({ number: BOB, name: 'Bob' });
  await open.network.putPhone({ number: CAROL, addressing: 'lid' });
  await open.network.putPhone({ number: DAN, addressing: 'lid', hide_number: true });
});
afterAll(() => open[Symbol.asyncDispose]());

async function link() {
  const tenant = await open.makeTenant();
  const number = String(++numbers);
  return { tenant, number, ...(await open.link(tenant, number)) };
}
type Linked = Awaited<ReturnType<typeof link>>;

const itemsOf = <K extends DeviceItem['kind']>({ id }: Linked, kind: K): ItemOf<K>[] =>
  open.inbound.handed.flatMap(({ externalId, item }) =>
    externalId === id && item.kind === kind ? [item as ItemOf<K>] : [],
  ); // safe: of that kind
const untilItems = <K extends DeviceItem['kind']>(linked: Linked, kind: K, count: number) =>
  open.until(`${count} of ${kind}`, () => {
    const items = itemsOf(linked, kind);
    return items.length >= count && items;
  });
const untilAcknowledged = ({ deviceId }: Linked) =>
  open.until('nothing to acknowledge', async () => (await open.deviceAt(deviceId)).pending === 0);
const keptNotices = async (): Promise<number> =>
  (await open.database.db.query({ text: `SELECT 1 FROM device_keys WHERE type = 'notice'` })).rowCount;
const newCall = (): string => `CALL${++calls}`;
const statesOf = (linked: Linked, callId: string): string[] =>
  itemsOf(linked, 'call').flatMap((item) => (item.providerMessageId === callId ? [item.state] : []));
async function act({ tenant, id: externalId }: Linked, given: InputOf<typeof actOnDeviceMessage>['act']) {
  const input = { tenantId: tenant.id, externalId, act: given };
  return open.bus.call(actOnDeviceMessage, input, { requestId: 'req_test', deadlineAt: Date.now() + 20_000 });
}

test('a call rings, is answered and ends, with its caller by number and whether it has video', async () => {
  const linked = await link();
  const id = newCall();
  await open.network.calls(CAROL, linked.number, id, { video: true });
  await open.network.calls(CAROL, linked.number, id, { video: true });
  await open.network.calls(linked.number, linked.number, id, { signal: 'accept', creator: CAROL });
  await open.network.calls(CAROL, linked.number, id, { signal: 'terminate' });
  const items = await untilItems(linked, 'call', 3);
  expect(items.map(({ state, isVideo, from: { address, aliases } }) => [state, isVideo, address, aliases])).toEqual(
    ['ringing', 'accepted', 'ended'].map((state) => [state, true, `+${CAROL}`, [`9${CAROL}@lid`]]),
  );
  await untilAcknowledged(linked);
  await open.until('nothing to be kept', async () => (await keptNotices()) === 0);
});

test('an unanswered call is missed, and one of a hidden number is reported under its hidden id', async () => {
  const linked = await link();
  const id = newCall();
  await open.network.calls(DAN, linked.number, id);
  await open.network.calls(DAN, linked.number, id, { signal: 'terminate', reason: 'timeout' });
  const items = await untilItems(linked, 'call', 2);
  expect(items.map(({ state, from }) => [state, from.address])).toEqual([
    ['ringing', `9${DAN}@lid`],
    ['missed', `9${DAN}@lid`],
  ]);
});

test('a rejected call is reported once as rejected, and may be rejected again', async () => {
  const linked = await link();
  const id = newCall();
  await open.network.calls(BOB, linked.number, id);
  await untilItems(linked, 'call', 1);
  for (const _repeat of [1, 2])
    expect(await act(linked, { type: 'reject_call', callId: id })).toEqual({ outcome: 'done' });
  await open.network.calls(BOB, linked.number, id, { signal: 'terminate' });
  await untilAcknowledged(linked);
  await open.until('the rejection', () => statesOf(linked, id).length > 1);
  expect(statesOf(linked, id)).toEqual(['ringing', 'rejected']);
});

test('calls and changes of groups that were acknowledged and not forwarded are forwarded by the next worker', async () => {
  const linked = await link();
  const group = await open.network.makeGroup({ subject: 'Team', owner: BOB, participants: [linked.number] });
  await untilItems(linked, 'group-change', 1);
  open.inbound.state.isAway = true;
  const id = newCall();
  await open.network.calls(BOB, linked.number, id);
  await open.network.renameGroup(group.id, { by: BOB, subject: 'Football' });
  await untilAcknowledged(linked);
  await open.stopWorker('a');
  expect(statesOf(linked, id)).toEqual([]);
  open.inbound.state.isAway = false;
  await open.startWorker('a');
  await open.until('the call', () => statesOf(linked, id).length > 0);
  const changes = await untilItems(linked, 'group-change', 2);
  expect(changes.at(-1)).toMatchObject({ subject: 'Football', joined: [], left: [] });
  await open.until('nothing to be kept', async () => (await keptNotices()) === 0);
}, 60_000);

test('a group reports its subject, and its members in and out, by number and with who did it', async () => {
  const linked = await link();
  const group = await open.network.makeGroup({ subject: 'Team', owner: BOB, participants: [linked.number] });
  await open.network.renameGroup(group.id, { by: BOB, subject: 'Football' });
  await open.network.changeGroup(group.id, { action: 'add', by: BOB, participants: [CAROL, DAN] });
  await open.network.changeGroup(group.id, { action: 'promote', by: BOB, participants: [CAROL] });
  await open.network.changeGroup(group.id, { action: 'remove', by: CAROL, participants: [DAN] });
  const items = await untilItems(linked, 'group-change', 5);
  const [promotion] = items.splice(3, 1);
  expect(promotion).toMatchObject({ subject: null, facts: { promoted: [`+${CAROL}`], demoted: [] }, by: `+${BOB}` });
  expect(items.map(({ groupJid, subject, joined, left, by }) => [groupJid, subject, joined, left, by])).toEqual([
    [group.id, 'Team', expect.arrayContaining([`+${BOB}`, `+${linked.number}`]), [], `+${BOB}`],
    [group.id, 'Football', [], [], `+${BOB}`],
    [group.id, null, [`+${CAROL}`, `+${DAN}`], [], `+${BOB}`],
    [group.id, null, [], [`+${DAN}`], `+${CAROL}`],
  ]);
  await untilAcknowledged(linked);
});

test('a group reports its description, and people who ask to join, withdraw that or are rejected', async () => {
  const linked = await link();
  const group = await open.network.makeGroup({ subject: 'Team', owner: linked.number, participants: [BOB] });
  await open.network.describeGroup(group.id, { by: BOB, description: 'About\u0000us' });
  await open.network.describeGroup(group.id, { by: BOB, description: '' });
  const [, ...changes] = await untilItems(linked, 'group-change', 3);
  expect(changes.map(({ facts, by }) => [facts?.description, by])).toEqual([
    ['Aboutus', `+${BOB}`],
    ['', `+${BOB}`],
  ]);
  for (const withdraw of [false, true]) await open.network.asksToJoin(group.id, { number: CAROL, withdraw });
  const requests = await untilItems(linked, 'group-request', 2);
  expect(requests.map(({ groupJid, person, state, method }) => [groupJid, person, state, method])).toEqual([
    [group.id, `+${CAROL}`, 'requested', 'invite_link'],
    [group.id, `+${CAROL}`, 'withdrawn', null],
  ]);
  await untilAcknowledged(linked);
});

test('the network’s sender is the author of a call, whatever the call itself says', async () => {
  const linked = await link();
  const id = newCall();
  await open.network.calls(BOB, linked.number, id, { creator: CAROL });
  await open.network.calls(DAN, linked.number, id, { signal: 'terminate' });
  await open.network.calls(BOB, linked.number, id, { signal: 'terminate' });
  const items = await untilItems(linked, 'call', 2);
  expect(items.map(({ state, from }) => [state, from.address])).toEqual([
    ['ringing', `+${BOB}`],
    ['missed', `+${BOB}`],
  ]);
});

const notice = (
  id: string,
  attrs: Record<string, string>,
  content: Parameters<OpenPairing['network']['sendStanza']>[1][],
) => ({
  tag: 'notification',
  attrs: { from: '120363000000000777@g.us', type: 'w:gp2', id, t: '1772359200', ...attrs },
  content,
});
const member = (index: number) => ({
  tag: 'participant',
  attrs: { jid: `1556${String(index).padStart(6, '0')}@s.whatsapp.net` },
});

test('hostile notices about groups are bounded and stripped of NUL, and notices of other chats are ignored', async () => {
  const linked = await link();
  const send = (stanza: Parameters<OpenPairing['network']['sendStanza']>[1]) =>
    open.network.sendStanza(linked.deviceId, stanza);
  const subject = `a\u0000b\u202e${'x'.repeat(10_000)}`;
  await send(
    notice('h1', {}, [{ tag: 'add', attrs: {}, content: Array.from({ length: 10_000 }, (_, i) => member(i)) }]),
  );
  await send(notice('h2', {}, [{ tag: 'subject', attrs: { subject } }]));
  await send(notice('h3', { from: `${BOB}@s.whatsapp.net` }, [{ tag: 'subject', attrs: { subject: 'a person' } }]));
  await send(notice('h4', { from: 'status@broadcast' }, [{ tag: 'subject', attrs: { subject: 'status' } }]));
  await send(
    notice('h5', {}, [{ tag: 'add', attrs: {}, content: [{ tag: 'participant', attrs: { jid: 'nobody' } }] }]),
  );
  await send(notice('h6', {}, [{ tag: 'remove', attrs: {}, content: [member(1), member(1)] }]));
  const [code, expiration] = ['SecretInviteCode', '1e99'];
  await send(notice('h7', {}, [{ tag: 'invite', attrs: { code } }]));
  await send(notice('h8', {}, [{ tag: 'ephemeral', attrs: { expiration } }]));
  await send(notice('h9', {}, [{ tag: 'created_membership_requests', attrs: {} }]));
  await untilAcknowledged(linked);
  const items = await untilItems(linked, 'group-change', 5);
  expect(items.map(({ providerMessageId }) => providerMessageId)).toEqual(['h1', 'h2', 'h6', 'h7', 'h8']);
  expect(items[3]?.facts?.inviteChanged).toBe(true);
  expect(JSON.stringify(items[3])).not.toContain(code);
  expect(items[4]?.facts?.settings).toEqual({ disappearingS: 0 });
  expect(itemsOf(linked, 'group-request')).toEqual([]);
  expect(items[0]?.joined).toHaveLength(DEVICE_LIMITS.members);
  expect(items[1]?.subject).toMatch(/^ab\u202ex+$/);
  expect(items[1]?.subject).toHaveLength(DEVICE_LIMITS.name - 1);
  expect(items[2]).toMatchObject({ left: ['+1556000001'], by: null });
}, 60_000);

test('a call during a database outage is not acknowledged, and is repeated to the next worker', async () => {
  await using outage = await openPairing();
  const { hostname, port } = new URL(outage.database.url);
  await using relay = await openTcpSwitch({ host: hostname, port: Number(port) });
  const url = new URL(outage.database.url);
  url.port = String(relay.port);
  const db = connectDatabase({ url: url.href });
  await outage.startWorker('a', db);
  await outage.network.putPhone({ number: BOB });
  const linked = await outage.link(await outage.makeTenant(), '15553999');
  relay.cut();
  await outage.network.calls(BOB, '15553999', 'DURING');
  await outage.startWorker('b');
  await outage.until('the call', () => outage.inbound.handed.some(({ item }) => item.providerMessageId === 'DURING'));
  await outage.until('nothing to acknowledge', async () => (await outage.deviceAt(linked.deviceId)).pending === 0);
  relay.restore();
  await outage.stopWorker('a');
  await db.close();
}, 60_000);
