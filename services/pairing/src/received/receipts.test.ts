import { connectDatabase } from '@parley/database/connection/connect-database';
import { openTcpSwitch } from '@parley/testing/servers/tcp-switch';
import { expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const BOB = '15559001';
const SHOP = '15551001';

/** Links a device that has sent a message to a person whose phone confirms nothing by itself. */
async function linkAndSend(open: OpenPairing) {
  const tenant = await open.makeTenant();
  await open.network.putPhone({ number: BOB, receipts: 'off' });
  const device = await open.link(tenant, SHOP);
  const send = (messageId: string) => open.sendMessage(tenant, device, { messageId, to: `+${BOB}`, text: 'hi' });
  return { tenant, device, send };
}

const give = (open: OpenPairing, ids: string[], type: 'delivered' | 'read' | 'played') =>
  open.network.confirms(BOB, { to: SHOP, message_ids: ids, type });

const receiptsOf = (open: OpenPairing) =>
  open.inbound.handed.flatMap(({ item }) =>
    item.kind === 'receipt' ? [`${item.providerMessageId} ${item.status} ${item.messageId}`] : [],
  );

const keptOf = async (open: OpenPairing): Promise<number> =>
  (await open.database.db.query({ text: `SELECT 1 FROM device_keys WHERE type = 'receipt'` })).rowCount;

test('receipts that a worker acknowledged but did not forward are forwarded by the next one, and then removed', async () => {
  await using open = await openPairing();
  await open.startWorker('a');
  const { send, device } = await linkAndSend(open);
  const [first, second] = [await send('501'), await send('502')];
  open.inbound.state.isAway = true;
  await give(open, [first, second], 'delivered');
  await give(open, [first], 'read');
  await open.until(
    'the network to have them acknowledged',
    async () => (await open.deviceAt(device.deviceId)).pending === 0,
  );
  await open.stopWorker('a');
  expect(receiptsOf(open)).toEqual([]);
  open.inbound.state.isAway = false;
  await open.startWorker('b');
  const all = [`${first} delivered 501`, `${second} delivered 502`, `${first} read 501`];
  await open.until('the receipts', () => all.every((one) => receiptsOf(open).includes(one)));
  await open.until('nothing to be kept', async () => (await keptOf(open)) === 0);
}, 60_000);

test('a receipt during a database outage is not acknowledged, and is repeated', async () => {
  await using open = await openPairing();
  const { hostname, port } = new URL(open.database.url);
  await using relay = await openTcpSwitch({ host: hostname, port: Number(port) });
  const url = new URL(open.database.url);
  url.port = String(relay.port);
  const db = connectDatabase({ url: url.href });
  await open.startWorker('a', db);
  const { send, device } = await linkAndSend(open);
  const id = await send('503');
  relay.cut();
  await give(open, [id], 'read');
  // The other worker has a database: it receives the receipts that this one could not store.
  await open.startWorker('b');
  await open.until('the receipt', () => receiptsOf(open).includes(`${id} read 503`));
  await open.until('the acknowledgement', async () => (await open.deviceAt(device.deviceId)).pending === 0);
  await open.until('nothing to be kept', async () => (await keptOf(open)) === 0);
  relay.restore();
  await open.stopWorker('a');
  await db.close();
}, 60_000);

test('receipts of a group are stored and forwarded for each participant, and then removed', async () => {
  await using open = await openPairing();
  await open.startWorker('a');
  const { tenant, device } = await linkAndSend(open);
  const group = await open.network.makeGroup({
    subject: 'Team',
    owner: SHOP,
    participants: [BOB, '15559002'],
  });
  const id = await open.sendMessage(tenant, device, { messageId: '504', to: group.id, text: 'hi' });
  for (const number of [BOB, '15559002'])
    for (const type of ['delivered', 'read'] as const)
      await open.network.confirms(number, { to: SHOP, group: group.id, message_ids: [id], type });
  const reported = () =>
    open.inbound.handed.flatMap(({ item }) =>
      item.kind === 'receipt' && item.providerMessageId === id ? [`${item.participant} ${item.status}`] : [],
    );
  await open.until('all of both', () => new Set(reported()).size >= 4);
  await open.until('nothing to be kept', async () => (await keptOf(open)) === 0);
}, 60_000);
