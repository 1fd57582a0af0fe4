import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import { storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, onTestFinished, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import { BOT_TOKEN, INSTAGRAM, PAGE } from '../../test/seed-database.ts';
import { bodyOf, changeOf, changeValue, contactOf, textMessage } from '../../test/wa-bodies.ts';

/** A Telegram stub that answers every call, and the requested paths. */
async function openTelegram(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.url));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"result":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // safe: listening on TCP
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const pressed = (id: string, given: object) => ({
  update_id: Number(id),
  callback_query: {
    id,
    from: { id: 42, is_bot: false, first_name: 'Ann' },
    message: {
      message_id: 900,
      date: 1_772_359_200,
      chat: { id: 42, type: 'private', first_name: 'Ann' },
      text: 'Choose',
      reply_markup: { inline_keyboard: [[{ text: 'No', callback_data: 'n' }], [{ text: 'Yes!', callback_data: 'y' }]] },
    },
    chat_instance: '1',
    ...given,
  },
});

test('a choice arrives with the id that the sender of its message chose, on wa, tg, fb, ig and wd', async () => {
  const inbound = await openForTest();
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'fb', externalId: PAGE });
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'ig', externalId: INSTAGRAM });
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'wd', externalId: '7' });
  const from = '15551234567';
  const asWa = (given: Record<string, unknown>) => ({ ...textMessage(from, ''), text: undefined, ...given });
  const reply = (kind: string, given: object) =>
    asWa({ type: 'interactive', interactive: { type: kind, [kind]: given } });
  const form = '{"flow_token":"f1","day":"Mon\\u0000","deep":{"a":[1]}}';
  const messages = [
    reply('button_reply', { id: 'b1', title: 'Cancel' }),
    reply('list_reply', { id: 'r1', title: 'Express', description: 'Next day' }),
    asWa({ type: 'button', button: { payload: 'p1', text: 'Stop' } }),
    reply('nfm_reply', { name: 'flow', body: 'Sent', response_json: form }),
    textMessage(from, 'no choice'),
  ];
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ contacts: [contactOf(from, 'Ann')], messages }))));
  await inbound.receiveTg(pressed('77', { data: 'y' }));
  for (const [object, id] of [
    ['page', PAGE],
    ['instagram', INSTAGRAM],
  ]) {
    const sides = { sender: { id: '254459191289871' }, recipient: { id }, timestamp: Date.now() };
    const messaging = [
      { ...sides, message: { mid: `m_1_${id}`, text: 'Red', quick_reply: { payload: 'q1' } } },
      { ...sides, postback: { mid: `m_2_${id}`, title: 'Start', payload: 's1' } },
    ];
    await inbound.receiveMeta({ object, entry: [{ id, time: Date.now(), messaging }] });
  }
  const device: DeviceItem = {
    kind: 'message',
    providerMessageId: 'W1',
    at: new Date().toISOString(),
    from: { address: '+15551234567', aliases: [], name: null, phone: null },
    group: null,
    text: 'Express',
    attachments: [],
    replyToProviderId: null,
    interactive: { type: 'list', id: 'w1', title: 'Express', data: null },
  };
  await inbound.call(storeDeviceItems, { tenantId: inbound.tenantId, externalId: '7', items: [device] });

  const events = await inbound.events();
  expect(events.map(({ data }) => [data.text, data.interactive])).toEqual([
    ['Cancel', { type: 'button', id: 'b1', title: 'Cancel', data: null }],
    ['Express', { type: 'list', id: 'r1', title: 'Express', data: { description: 'Next day' } }],
    ['Stop', { type: 'button', id: 'p1', title: 'Stop', data: null }],
    ['Sent', { type: 'flow', id: 'f1', title: 'Sent', data: { flow_token: 'f1', day: 'Mon', deep: { a: [1] } } }],
    ['no choice', undefined],
    ['y', { type: 'button', id: 'y', title: 'Yes!', data: null }],
    ['Red', { type: 'quick_reply', id: 'q1', title: 'Red', data: null }],
    ['Start', { type: 'postback', id: 's1', title: 'Start', data: null }],
    ['Red', { type: 'quick_reply', id: 'q1', title: 'Red', data: null }],
    ['Start', { type: 'postback', id: 's1', title: 'Start', data: null }],
    ['Express', { type: 'list', id: 'w1', title: 'Express', data: null }],
  ]);
});

test('a callback with data is reported, and answered after its message is stored', async () => {
  const { url, asked } = await openTelegram();
  const inbound = await openForTest({ providerUrl: url });
  await inbound.receiveTg(pressed('77', { data: 'y' }));
  expect((await inbound.events()).map(({ data }) => data.text)).toEqual(['y']);
  await pollUntil(() => (asked.length > 0 ? true : null), { what: () => 'the answer' });
  expect(asked).toEqual([`/bot${BOT_TOKEN}/answerCallbackQuery`]);
});

test('a callback without data is not reported, and is answered like every other', async () => {
  const { url, asked } = await openTelegram();
  const inbound = await openForTest({ providerUrl: url });
  await inbound.receiveTg(pressed('78', { game_short_name: 'chess' }));
  await pollUntil(() => (asked.length > 0 ? true : null), { what: () => 'the answer' });
  expect(asked).toEqual([`/bot${BOT_TOKEN}/answerCallbackQuery`]);
  expect(await inbound.events()).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM messages')).toEqual([]);
});
