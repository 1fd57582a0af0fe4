import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const BOB = '15559001';
let open: OpenPairing;
let numbers = 15_551_000;

beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('a');
});
afterAll(() => open[Symbol.asyncDispose]());

const tokens = async (): Promise<string[]> => {
  const { rows } = await open.database.db.query<{ value: string }>({
    text: `SELECT value FROM device_keys WHERE type = 'tctoken'`,
  });
  return rows.map(({ value }) => value);
};

/** Links a device to a phone that has an old chat with Bob. */
async function linkWithChat(chat: { trusted?: boolean } = {}) {
  const tenant = await open.makeTenant();
  const number = String(++numbers);
  await open.network.putPhone({ number: BOB });
  await open.network.putOldChat(number, { with: BOB, messages: [{ text: 'a secret of last week' }], ...chat });
  const before = (await tokens()).length;
  const device = await open.link(tenant, number);
  const untilKept = (count: number) => open.until('the tokens', async () => (await tokens()).length >= before + count);
  return {
    tenant,
    number,
    device,
    untilKept,
    send: () => open.sendMessage(tenant, device, { to: `+${BOB}`, text: 'hi' }),
  };
}

test.each(['inline', 'file'] as const)(
  'tokens of a history (%s) are kept without the history, and sends carry them also after a restart',
  async (form) => {
    await open.network.changeSettings({ history_form: form });
    const { device, send, untilKept } = await linkWithChat();
    await untilKept(1);
    await send();
    expect((await tokens()).join()).not.toContain('token');
    await open.stopWorker('a');
    await open.startWorker('a');
    await open.until('the device', async () => (await open.deviceAt(device.deviceId)).is_active);
    await send();
    expect(open.inbound.handed.filter(({ item }) => JSON.stringify(item).includes('a secret'))).toEqual([]);
    const { rowCount } = await open.database.db.query({ text: `SELECT 1 FROM device_keys WHERE type = 'inbox'` });
    expect(rowCount).toBe(0);
  },
  60_000,
);

test('without its token a message to a person who gave one is refused with 463, unless the network ignores it', async () => {
  await open.network.changeSettings({ history: 'off' });
  const { send } = await linkWithChat();
  await expect(send()).rejects.toThrow('463');
  await open.network.changeSettings({ tokens: 'ignored' });
  await send();
  await open.network.changeSettings({ tokens: 'required', history: 'one_chat' });
});

test('a token that a person gives later is kept before it is acknowledged', async () => {
  const { number, device, send } = await linkWithChat({ trusted: false });
  await send();
  await open.network.trusts(BOB, number);
  await open.until('the acknowledgement', async () => (await open.deviceAt(device.deviceId)).pending === 0);
  await send();
});
