import { actOnDeviceMessage, type DeviceAct } from '@parley/common/contracts/internal/act-on-device-message';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const OWNER = '15560001';
const BOB = '15560002';
const CAROL = '15560003';

let open: OpenPairing;
let tenant: TestTenant;
let device: Awaited<ReturnType<OpenPairing['link']>>;
beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('w1');
  tenant = await open.makeTenant();
  device = await open.link(tenant, OWNER);
  await open.network.putPhone({ number: BOB, name: 'Bob' });
  await open.network.putPhone({ number: CAROL, name: 'Carol', addressing: 'lid' });
  // Without the lease: its calls are forwarded to the other one.
  await open.startWorker('w2');
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());
afterEach(() => open.network.clearSendFaults());

const act = (given: DeviceAct, tenantId = tenant.id) =>
  open.bus.call(
    actOnDeviceMessage,
    { tenantId, externalId: device.id, act: given },
    { requestId: 'req_test', deadlineAt: Date.now() + 15_000 },
  );
async function sent(text: string, to = `+${BOB}`): Promise<{ chat: string; id: string; isOwn: boolean; author: null }> {
  return { chat: to, id: await open.sendMessage(tenant, device, { to, text }), isOwn: true, author: null };
}
const changesOf = async (id: string) =>
  (await open.network.taken()).filter((message) => message.target_id === id).map(({ type, text }) => [type, text]);
const networkId = async () => {
  const { devices } = await open.network.devices();
  return devices.find(({ number, state }) => number === OWNER && state === 'paired')?.id ?? '';
};

test.each([`+${BOB}`, `+${CAROL}`])('reacts, edits and deletes in the chat with %s', async (to) => {
  const message = await sent('first', to);
  for (const emoji of ['👍', null]) expect(await act({ type: 'react', message, emoji })).toEqual({ outcome: 'done' });
  expect(await act({ type: 'edit', message, text: 'second' })).toEqual({ outcome: 'done' });
  expect(await act({ type: 'delete', message })).toEqual({ outcome: 'done' });
  expect(await changesOf(message.id)).toEqual([
    ['reaction', '👍'],
    ['reaction', null],
    ['edit', 'second'],
    ['revoke', null],
  ]);
});

test('reacts to a person’s message, and in a group names its author', async () => {
  const { id } = await open.network.writes(BOB, { to: OWNER, type: 'text', text: 'hello' });
  const message = { chat: `+${BOB}`, id, isOwn: false, author: null };
  expect(await act({ type: 'react', message, emoji: '❤️' })).toEqual({ outcome: 'done' });
  expect(await changesOf(id)).toEqual([['reaction', '❤️']]);
  const group = await open.network.makeGroup({ owner: OWNER, subject: 'Group', participants: [BOB] });
  const said = await open.network.writes(BOB, { to: group.id, type: 'text', text: 'hello all' });
  const inGroup = { chat: group.id, id: said.id, isOwn: false, author: `+${BOB}` };
  expect(await act({ type: 'react', message: inGroup, emoji: '👍' })).toEqual({ outcome: 'done' });
  const reaction = (await open.network.taken()).find(({ target_id: target }) => target === said.id);
  expect(reaction?.proto.reactionMessage).toMatchObject({
    key: { participant: `${BOB}@s.whatsapp.net`, fromMe: false },
  });
});

test('marks a person’s message as read, and only then', async () => {
  const { id } = await open.network.writes(BOB, { to: OWNER, type: 'text', text: 'read me' });
  const receipts = async () =>
    (await open.network.carried()).filter((copy) => copy.id === id).flatMap((copy) => copy.receipts);
  await open.until('a delivery receipt', async () => ((await receipts()).length > 0 ? true : undefined));
  expect(await receipts()).not.toContain('read');
  const message = { chat: `+${BOB}`, id, isOwn: false, author: null };
  expect(await act({ type: 'mark_read', message })).toEqual({ outcome: 'done' });
  await open.until('a read mark', async () => ((await receipts()).includes('read') ? true : undefined));
});

test('shows each state of the typing indicator', async () => {
  for (const state of ['typing', 'recording', 'off'] as const)
    expect(await act({ type: 'typing', chat: `+${BOB}`, state })).toEqual({ outcome: 'done' });
  const id = await networkId();
  const shown = await open.until('three indicators', async () => {
    const acts = await open.network.acts(id);
    return acts.length < 3 ? undefined : acts;
  });
  expect(shown.map(({ to, value }) => [to, value])).toEqual([
    [`${BOB}@s.whatsapp.net`, 'composing'],
    [`${BOB}@s.whatsapp.net`, 'recording'],
    [`${BOB}@s.whatsapp.net`, 'paused'],
  ]);
});

test('looks up many numbers at once, and refuses further look-ups for a while', async () => {
  const numbers = [`+${BOB}`, '+15569999', `+${CAROL}`];
  expect(await act({ type: 'check_numbers', numbers })).toEqual({
    outcome: 'checked',
    checks: [
      { number: `+${BOB}`, exists: true, to: `+${BOB}` },
      { number: '+15569999', exists: false, to: null },
      { number: `+${CAROL}`, exists: true, to: `+${CAROL}` },
    ],
  });
  const many = Array.from({ length: 50 }, (_, index) => `+1557${String(index).padStart(4, '0')}`);
  expect(await act({ type: 'check_numbers', numbers: many })).toMatchObject({ outcome: 'paced' });
});

test('rejects a call that rings, and no other', async () => {
  await open.network.calls(BOB, OWNER, 'call-1');
  await open.until('the call rings', async () =>
    (await act({ type: 'reject_call', callId: 'call-1' })).outcome === 'done' ? true : undefined,
  );
  expect(await act({ type: 'reject_call', callId: 'call-2' })).toMatchObject({ outcome: 'refused', status: 404 });
  const acts = await open.network.acts(await networkId());
  expect(acts.filter((found) => found.act === 'reject_call').map(({ value }) => value)).toContain('call-1');
});

test('passes on the network’s refusal, and refuses a person who is not on the network', async () => {
  const message = await sent('stays');
  await open.network.failNextSends({ mode: 'nack', code: 479, times: 1 });
  expect(await act({ type: 'edit', message, text: 'x' })).toMatchObject({ outcome: 'refused', status: 479 });
  const nobody = { ...message, chat: '+15569998' };
  expect(await act({ type: 'react', message: nobody, emoji: '👍' })).toMatchObject({ outcome: 'refused', status: 404 });
});

test('resends an act that its recipient could not decrypt', async () => {
  const message = await sent('retry me');
  await open.network.failNextSends({ mode: 'retry', times: 1 });
  await act({ type: 'react', message, emoji: '👍' });
  await open.until('the reaction', async () => ((await changesOf(message.id)).length > 0 ? true : undefined));
  expect(await changesOf(message.id)).toEqual([['reaction', '👍']]);
});

test('does nothing for another tenant', async () => {
  const other = await open.makeTenant();
  await expect(act({ type: 'typing', chat: `+${BOB}`, state: 'off' }, other.id)).rejects.toMatchObject({
    code: 'not_connected',
  });
});
