import type { LoggedRequest } from '@parley/common/contracts/internal/record-requests';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerPhone, SENT_AT, SENT_ID, STORED_ID } from './answer-phone.ts';
import { answerUploads } from './answer-uploads.ts';
import { type Ask, KEY, makeKey, openGateway, type TestGateway } from './open-gateway.ts';

const MB = 1024 * 1024;
const NUMBER = '5511999999999';
const JID = `${NUMBER}@s.whatsapp.net`;

let gateway: TestGateway;
let phone: ReturnType<typeof answerPhone>;
beforeAll(async () => {
  gateway = await openGateway({ variables: { PARLEY_EVOLUTION_API: 'true' } });
  gateway.keys.set(KEY, makeKey({ channels: ['wa', 'wd'] }));
  phone = answerPhone(gateway.carrier);
  answerUploads(gateway.carrier, 20 * MB);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  phone.seen.length = 0;
  phone.states.status = 'connected';
});

const ask = (method: string, path: string, given: Ask = {}) =>
  gateway.call(method, `/demo/evolution/${path}`, { ...given, headers: { apikey: KEY, ...given.headers } });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask('POST', path, { body, headers });
const refused = (status: number, error: string, message: unknown) => ({
  status,
  body: { status, error, response: { message } },
});
const seenBy = (action: string) => phone.seen.filter((one) => one.action === action).map(({ input }) => input);

/** The sent message of the recorded shape. */
const sentAs = (messageType: string, message: unknown, to = JID) => ({
  status: 201,
  body: {
    key: { remoteJid: to, fromMe: true, id: SENT_ID },
    pushName: 'Você',
    status: 'PENDING',
    message,
    contextInfo: null,
    messageType,
    messageTimestamp: Date.parse(SENT_AT) / 1000,
    instanceId: '3',
    source: 'web',
  },
});

describe('the address', () => {
  test('answers the welcome that programs test first', async () => {
    const welcome = { status: 200, version: '2.3.7', clientName: 'parley', manager: '', whatsappWebVersion: '' };
    expect(await gateway.call('GET', '/demo/evolution')).toMatchObject({ status: 200, body: welcome });
    expect(await gateway.call('GET', '/demo/evolution/')).toMatchObject({ status: 200, body: welcome });
  });

  test('is no route unless the variable is set', async () => {
    await using off = { ...(await openGateway()), [Symbol.asyncDispose]: () => off.stop() };
    const path = '/demo/evolution/message/sendText/Shop';
    const answer = await off.call('POST', path, { headers: { apikey: KEY }, body: { number: NUMBER, text: 'x' } });
    expect(answer).toMatchObject({ status: 404, body: { error: 'unknown_route' } });
  });
});

describe('who may call', () => {
  const path = 'message/sendText/Shop';
  const body = { number: NUMBER, text: 'x' };

  test.each([
    ['no key', {}],
    ['a wrong key', { apikey: 'pk_wrong' }],
  ])('%s is 401', async (_, headers) => {
    const answer = await gateway.call('POST', `/demo/evolution/${path}`, { body, headers });
    expect(answer).toMatchObject(refused(401, 'Unauthorized', { message: 'Unauthorized' }.message));
  });

  test('a key of another tenant is 401', async () => {
    const answer = await gateway.call('POST', `/other/evolution/${path}`, { body, headers: { apikey: KEY } });
    expect(answer.status).toBe(401);
  });

  test('the key may also be a bearer', async () => {
    expect(await gateway.call('POST', `/demo/evolution/${path}`, { body, key: KEY })).toMatchObject({ status: 201 });
  });

  test('apikey is no key of the customer API', async () => {
    const answer = await gateway.call('GET', '/demo/api/messaging/?action=channels', { headers: { apikey: KEY } });
    expect(answer).toMatchObject({ status: 401, body: { error: 'missing_api_key' } });
  });

  test('an unknown instance is 404, and so is one of another channel', async () => {
    const words = ['The "Nobody" instance does not exist'];
    expect(await post('message/sendText/Nobody', body)).toMatchObject(refused(404, 'Not Found', words));
    expect(await post('message/sendText/106', body)).toMatchObject({ status: 404 });
  });

  test('a key without the channel, an inactive tenant and a plan that is not eligible are refused', async () => {
    gateway.keys.set('pk_tg', makeKey({ channels: ['tg'] }));
    expect(await post(path, body, { apikey: 'pk_tg' })).toMatchObject(
      refused(403, 'Forbidden', ['This key may not use the channel wd.']),
    );
    gateway.keys.set('pk_off', makeKey({ channels: ['wd'], tenantActive: false }));
    expect(await post(path, body, { apikey: 'pk_off' })).toMatchObject({ status: 402 });
    expect(seenBy('send')).toEqual([]);
  });

  test('the rate limit of the key counts each request once, and has Retry-After', async () => {
    gateway.keys.set('pk_slow', makeKey({ channels: ['wd'], instanceId: 'ins_slow', rateLimitPerMinute: 2 }));
    const headers = { apikey: 'pk_slow' };
    expect((await post(path, body, headers)).status).toBe(201);
    expect((await post(path, body, headers)).status).toBe(201);
    const third = await post(path, body, headers);
    expect(third).toMatchObject({ status: 429, body: { status: 429, error: 'Too Many Requests' } });
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('sends', () => {
  test('a text', async () => {
    const answer = await post('message/sendText/Shop', { number: NUMBER, text: 'Hello', linkPreview: true });
    expect(answer).toMatchObject(sentAs('conversation', { conversation: 'Hello' }));
    expect(seenBy('send')).toEqual([{ channel: 'wd', from: '3', to: `+${NUMBER}`, message: 'Hello' }]);
  });

  test('a delay shows that the account is typing or recording, before the message', async () => {
    await post('message/sendText/Shop', { number: NUMBER, text: 'x', delay: 5 });
    await post('message/sendWhatsAppAudio/Shop', { number: NUMBER, audio: 'https://shop.example/a.ogg', delay: '5' });
    expect(phone.seen.map(({ action }) => action)).toEqual(['typing', 'send', 'typing', 'send']);
    const sign = { channel: 'wd', to: `+${NUMBER}`, from: '3' };
    expect(seenBy('typing')).toEqual([
      { ...sign, state: 'typing' },
      { ...sign, state: 'recording' },
    ]);
  });

  test('a person who cannot be shown it gets the message all the same', async () => {
    expect((await post('message/sendText/Shop', { number: '15550666', text: 'x', delay: 5 })).status).toBe(201);
    expect((await post('message/sendText/Shop', { number: NUMBER, text: 'x', delay: 'long' })).status).toBe(400);
  });

  test.each([
    [JID, `+${NUMBER}`],
    ['+55 (11) 99999 9999', `+${NUMBER}`],
    ['123456789012345@lid', '123456789012345@lid'],
    ['120363000000000001@g.us', '120363000000000001@g.us'],
    ['120363000000000001', '120363000000000001@g.us'],
    ['5511999999999-1600000000', '5511999999999-1600000000@g.us'],
  ])('the number %s is the recipient %s', async (number, to) => {
    await post('message/sendText/Shop', { number, text: 'x' });
    expect(seenBy('send')).toMatchObject([{ to }]);
  });

  test('an instance is found by its label with spaces and slashes, its id, and its number', async () => {
    for (const name of ['My%20shop%2F2', '4']) await post(`message/sendText/${name}`, { number: NUMBER, text: 'x' });
    await post('message/sendText/15550100', { number: NUMBER, text: 'x' });
    expect(seenBy('send')).toMatchObject([{ from: '4' }, { from: '4' }, { from: '3' }]);
  });

  test('a quote of a known message is a reply, one of an unknown message is left out', async () => {
    const send = (id: string) =>
      post('message/sendText/Shop', {
        number: NUMBER,
        text: 'x',
        quoted: { key: { id } },
        mentioned: [JID, '15550123'],
      });
    await send(STORED_ID);
    await send('3EB0UNKNOWN');
    const mentions = [`+${NUMBER}`, '+15550123'];
    expect(seenBy('send')).toEqual([
      expect.objectContaining({ replyTo: '41', mentions }),
      expect.not.objectContaining({ replyTo: expect.anything() }),
    ]);
  });

  test('a file by its address, with empty members of a form', async () => {
    const body = {
      number: NUMBER,
      mediatype: 'image',
      media: 'https://shop.example/a.png',
      mimetype: '',
      fileName: '',
    };
    const answer = await post('message/sendMedia/Shop', { ...body, caption: 'A dot' });
    const file = { url: 'https://parley.example/media/1', mimetype: 'image/png', fileLength: '4', caption: 'A dot' };
    expect(answer).toMatchObject(sentAs('imageMessage', { imageMessage: file, mediaUrl: file.url }));
    expect(seenBy('send')).toMatchObject([{ mediaUrl: body.media, mediaType: 'image', message: 'A dot' }]);
    expect(JSON.stringify(answer.body)).not.toContain('mediaKey');
  });

  test('a file in base64, also as a data: URL and larger than a body of JSON without one', async () => {
    const bytes = Buffer.alloc(2 * MB, 1).toString('base64');
    for (const media of [bytes, `data:application/pdf;base64,${bytes}`]) {
      const body = { number: NUMBER, mediatype: 'document', media, fileName: 'a.pdf' };
      expect((await post('message/sendMedia/Shop', body)).status).toBe(201);
    }
    expect(seenBy('send')).toMatchObject([
      { uploadId: expect.stringMatching(/^upl_/), filename: 'a.pdf', mediaType: 'document' },
      { uploadId: expect.stringMatching(/^upl_/) },
    ]);
  });

  test('a voice note and a sticker', async () => {
    await post('message/sendWhatsAppAudio/Shop', {
      number: NUMBER,
      audio: 'https://shop.example/a.ogg',
      encoding: true,
    });
    await post('message/sendSticker/Shop', { number: NUMBER, sticker: 'https://shop.example/a.webp' });
    expect(seenBy('send')).toMatchObject([{ mediaType: 'voice' }, { mediaType: 'sticker' }]);
  });

  test('a place, a contact and a poll', async () => {
    const place = await post('message/sendLocation/Shop', {
      number: NUMBER,
      latitude: -23.5,
      longitude: -46.6,
      name: 'Sé',
    });
    expect(place).toMatchObject(
      sentAs('locationMessage', { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Sé' } }),
    );
    const card = {
      fullName: 'Ann',
      wuid: '15550123',
      phoneNumber: '+1 555-0123',
      organization: 'Shop',
      email: '',
      url: '',
    };
    const contact = await post('message/sendContact/Shop', { number: NUMBER, contact: [card] });
    expect(contact).toMatchObject(
      sentAs('contactMessage', {
        contactMessage: { displayName: 'Ann', vcard: expect.stringContaining('TEL:+15550123') },
      }),
    );
    const poll = await post('message/sendPoll/Shop', {
      number: NUMBER,
      name: 'When?',
      selectableCount: 1,
      values: ['A', 'B'],
    });
    const options = [{ optionName: 'A' }, { optionName: 'B' }];
    expect(poll).toMatchObject(
      sentAs('pollCreationMessageV3', { pollCreationMessageV3: { name: 'When?', options, selectableOptionsCount: 1 } }),
    );
    expect(seenBy('send')).toMatchObject([
      { location: { latitude: -23.5 } },
      { contacts: [{ name: 'Ann', phones: ['+15550123'], organization: 'Shop' }] },
      { poll: { question: 'When?', options: ['A', 'B'], multiple: false } },
    ]);
  });

  test('buttons and lists are sent as lines of text', async () => {
    const titled = { number: NUMBER, title: 'Order', description: 'Choose' };
    const buttons = [
      { type: 'reply', displayText: 'Yes', id: 'y' },
      { type: 'url', displayText: 'Site', url: 'https://shop.example' },
    ];
    await post('message/sendButtons/Shop', { ...titled, footer: 'Thanks', buttons });
    const rows = [{ title: 'Red', description: 'Bright', rowId: 'r' }];
    const list = { ...titled, buttonText: 'Open', footerText: ' ', sections: [{ title: 'Colours', rows }] };
    await post('message/sendList/Shop', list);
    expect(seenBy('send')).toMatchObject([
      {
        message: 'Order\n\nChoose\n\nThanks',
        fallback: 'text',
        buttons: [{ title: 'Yes', id: 'y' }, { title: 'Site' }],
      },
      { message: 'Order\n\nChoose', fallback: 'text', list: { button: 'Open', sections: [{ rows: [{ id: 'r' }] }] } },
    ]);
  });

  test('a number is tried in its other form, and refused if it has none on the network', async () => {
    expect(await post('message/sendText/Shop', { number: '5531987654321', text: 'x' })).toMatchObject({
      status: 201,
      body: { key: { remoteJid: '553187654321@s.whatsapp.net' } },
    });
    expect(seenBy('send')).toMatchObject([{ to: '+5531987654321' }, { to: '+553187654321' }]);
    expect(await post('message/sendText/Shop', { number: '10000000', text: 'x' })).toMatchObject(
      refused(400, 'Bad Request', [{ jid: '10000000@s.whatsapp.net', exists: false, number: '10000000' }]),
    );
  });

  test('an Idempotency-Key is honoured, with a key of its own for the file', async () => {
    const media = Buffer.alloc(64, 1).toString('base64');
    const body = { number: NUMBER, mediatype: 'document', media };
    for (const key of ['order-7', 'order-7'])
      expect((await post('message/sendMedia/Shop', body, { 'idempotency-key': key })).status).toBe(201);
    const [first, second] = seenBy('send');
    expect(first).toEqual(second);
    expect(phone.seen.map(({ idempotency }) => idempotency)).toEqual(['order-7', 'order-7']);
    const bad = await post(
      'message/sendText/Shop',
      { number: NUMBER, text: 'x' },
      { 'idempotency-key': 'ü'.repeat(300) },
    );
    expect(bad.status).toBe(400);
  });

  test('a sent message is no failure when it cannot be read back', async () => {
    const answer = await post('message/sendText/Shop', { number: NUMBER, text: 'lost' });
    expect(answer).toMatchObject({
      status: 201,
      body: { key: { remoteJid: JID, id: '' }, messageType: 'conversation' },
    });
  });
});

describe('refusals', () => {
  test.each([
    ['a missing member', { number: NUMBER }, [['instance requires property "text"']]],
    ['a blank one', { number: NUMBER, text: ' ' }, [['instance requires property "text"']]],
    ['a wrong one', { number: NUMBER, text: 'x', mentioned: 'all' }, [[expect.stringContaining('instance.mentioned')]]],
    [
      'a rule of Parley',
      { number: NUMBER, text: 'x'.repeat(7000) },
      [[expect.stringMatching(/^text must have at most/)]],
    ],
  ])('%s of a body is 400', async (_, body, message) => {
    expect(await post('message/sendText/Shop', body)).toMatchObject(refused(400, 'Bad Request', message));
    expect(seenBy('send')).toEqual([]);
  });

  test('a body that is no JSON, and one that is too large', async () => {
    const raw = { raw: 'x', headers: { 'content-type': 'application/json' } };
    expect(await ask('POST', 'message/sendText/Shop', raw)).toMatchObject({ status: 400 });
    expect(await ask('POST', 'message/sendText/Shop', { raw: 'x' })).toMatchObject({ status: 415 });
    const text = 'x'.repeat(MB + 1);
    expect(await post('message/sendText/Shop', { number: NUMBER, text })).toMatchObject({ status: 413 });
    const media = 'x'.repeat(24 * MB);
    expect(await post('message/sendMedia/Shop', { number: NUMBER, mediatype: 'image', media })).toMatchObject({
      status: 413,
    });
  });

  test('an error of Parley keeps its status, code and Retry-After', async () => {
    const answer = await post('message/sendText/Shop', { number: NUMBER, text: 'paced' });
    expect(answer).toMatchObject({ status: 429, body: { response: { code: 'rate_limited' } } });
    expect(answer.headers['retry-after']).toBe('7');
  });

  test.each([
    ['POST', 'group/create/Shop', 'create-group'],
    ['GET', 'group/fetchAllGroups/Shop', 'groups'],
    ['POST', 'instance/create', 'create-session'],
    ['POST', 'chat/findMessages/Shop', 'messages'],
    ['POST', 'proxy/set/Shop', 'set-proxy'],
  ])('%s %s is not offered: 501 names the action %s', async (method, path, action) => {
    const answer = await ask(method, path, method === 'POST' ? { body: {} } : {});
    expect(answer).toMatchObject({
      status: 501,
      body: { status: 501, error: 'Not Implemented', response: { action } },
    });
    expect(answer.body.response.message[0]).toContain(`?action=${action}`);
  });

  test('a route without an action says so, an unknown one is 404, another method is 405', async () => {
    expect(await post('label/handleLabel/Shop', {})).toMatchObject({
      status: 501,
      body: { response: { message: ['POST /label/handleLabel is not offered. Parley has no action for it.'] } },
    });
    expect(await post('nothing/here', {})).toMatchObject(refused(404, 'Not Found', ['Cannot POST /nothing/here']));
    expect(await ask('GET', 'message/sendText/Shop')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  test('what a route does not offer is 501', async () => {
    const everyone = { number: '120363000000000001@g.us', text: 'x', mentionsEveryOne: true };
    expect(await post('message/sendText/Shop', everyone)).toMatchObject({ status: 501 });
    const buttons = [{ type: 'pix', displayText: 'Pay' }];
    expect(await post('message/sendButtons/Shop', { number: NUMBER, title: 'Pay', buttons })).toMatchObject({
      status: 501,
    });
    expect(seenBy('send')).toEqual([]);
  });

  test('only a known key learns what is offered', async () => {
    expect(await gateway.call('POST', '/demo/evolution/group/create/Shop')).toMatchObject({ status: 401 });
  });
});

describe('state', () => {
  test.each([
    ['connected', 'open'],
    ['reconnecting', 'connecting'],
    ['logged_out', 'close'],
  ] as const)('a session that is %s is %s', async (status, state) => {
    phone.states.status = status;
    expect(await ask('GET', 'instance/connectionState/Shop')).toMatchObject({
      status: 200,
      body: { instance: { instanceName: 'Shop', state } },
    });
  });

  test('connect says that a phone is open, and names create-session otherwise', async () => {
    expect((await ask('GET', 'instance/connect/Shop')).body).toEqual({
      instance: { instanceName: 'Shop', state: 'open' },
    });
    phone.states.status = 'logged_out';
    expect(await ask('GET', 'instance/connect/Shop')).toMatchObject({
      status: 501,
      body: { response: { action: 'create-session' } },
    });
  });

  test('fetchInstances lists the phones, or the named one, without a token', async () => {
    const shop = {
      id: '3',
      name: 'Shop',
      connectionStatus: 'open',
      ownerJid: '15550100@s.whatsapp.net',
      integration: 'WHATSAPP-BAILEYS',
      number: '15550100',
      token: null,
    };
    const all = await ask('GET', 'instance/fetchInstances');
    expect(all).toMatchObject({ status: 200, body: [shop, { id: '4', name: 'My shop/2', ownerJid: null }] });
    expect((await ask('GET', 'instance/fetchInstances?instanceName=Shop')).body).toMatchObject([shop]);
    expect((await ask('GET', 'instance/fetchInstances?instanceName=No')).status).toBe(404);
  });

  test.each([
    ['logout', 'Instance logged out'],
    ['delete', 'Instance deleted'],
  ])('%s deletes the session', async (route, message) => {
    expect(await ask('DELETE', `instance/${route}/Shop`)).toMatchObject({
      status: 200,
      body: { status: 'SUCCESS', error: false, response: { message } },
    });
    expect(seenBy('delete-session')).toEqual([{ id: '3' }]);
  });
});

describe('acts', () => {
  const key = { remoteJid: JID, fromMe: false, id: STORED_ID };

  test('a reaction, and its removal', async () => {
    for (const reaction of ['👍', ''])
      expect(await post('message/sendReaction/Shop', { key, reaction })).toMatchObject({
        status: 201,
        body: { key: { remoteJid: JID, fromMe: true }, messageType: 'reactionMessage' },
      });
    expect(seenBy('react')).toEqual([
      { channel: 'wd', messageId: '41', emoji: '👍' },
      { channel: 'wd', messageId: '41', emoji: null },
    ]);
  });

  test('an edit and a deletion', async () => {
    const edited = await post('chat/updateMessage/Shop', { number: NUMBER, key, text: 'New' });
    expect(edited).toMatchObject({ status: 200, body: { message: { conversation: 'New' } } });
    const gone = await ask('DELETE', 'chat/deleteMessageForEveryone/Shop', { body: key });
    expect(gone).toMatchObject({ status: 201, body: { messageType: 'protocolMessage' } });
    expect(seenBy('edit-message')).toEqual([{ channel: 'wd', messageId: '41', message: 'New' }]);
    expect(seenBy('delete-message')).toEqual([{ channel: 'wd', messageId: '41' }]);
  });

  test('read marks skip messages that Parley does not have, and fail if it has none of them', async () => {
    const unknown = { ...key, id: '3EB0UNKNOWN' };
    expect(await post('chat/markMessageAsRead/Shop', { readMessages: [unknown, key] })).toMatchObject({
      status: 201,
      body: { message: 'Read messages', read: 'success' },
    });
    expect(seenBy('mark-read')).toEqual([{ channel: 'wd', messageId: '41' }]);
    expect(await post('chat/markMessageAsRead/Shop', { readMessages: [unknown] })).toMatchObject({ status: 404 });
  });

  test('an act on a message that Parley does not have is 404', async () => {
    const answer = await post('message/sendReaction/Shop', { key: { ...key, id: '3EB0UNKNOWN' }, reaction: '👍' });
    expect(answer).toMatchObject({ status: 404, body: { response: { code: 'unknown_message' } } });
  });

  test('a typing indicator and a look-up of numbers', async () => {
    expect(await post('chat/sendPresence/Shop', { number: NUMBER, delay: 5, presence: 'composing' })).toMatchObject({
      status: 201,
      body: { presence: 'composing' },
    });
    expect(seenBy('typing')).toEqual([{ channel: 'wd', to: `+${NUMBER}`, from: '3', state: 'typing' }]);
    expect((await post('chat/whatsappNumbers/Shop', { numbers: [NUMBER, '10000000'] })).body).toEqual([
      { jid: JID, exists: true, number: NUMBER },
      { jid: '10000000@s.whatsapp.net', exists: false, number: '10000000' },
    ]);
  });
});

describe('the webhook', () => {
  const url = 'https://n8n.example/webhook/7';
  const set = (webhook: object) => post('webhook/set/Shop', { webhook });
  const row = { id: 'ins_demo000000', url, headers: null, enabled: true, webhookBase64: false, instanceId: '3' };

  test('is that of the key, with the form of its events in the address, and its secret stays here', async () => {
    const given = { enabled: true, url, headers: {}, byEvents: false, base64: false, events: ['MESSAGES_UPSERT'] };
    const answer = await set({ ...given, webhookBase64: true });
    const events = ['MESSAGES_UPSERT', 'SEND_MESSAGE'];
    expect(answer).toMatchObject({ status: 201, body: { ...row, events, webhookByEvents: false } });
    expect(answer.text).not.toContain('whsec_');
    expect((await ask('GET', 'webhook/find/Shop')).body).toEqual(answer.body);
    expect(seenBy('set-webhook')).toEqual([
      { url: `${url}#evolution`, events: ['message.received', 'message.sent'], replace: true },
    ]);
  });

  test('may have an address for each event, and no list means all but typing signs', async () => {
    expect(await set({ enabled: true, url, byEvents: true, events: [] })).toMatchObject({
      status: 201,
      body: { ...row, webhookByEvents: true },
    });
    const [{ events, url: stored } = { events: [], url: '' }] = seenBy('set-webhook') as {
      events: string[];
      url: string;
    }[]; // safe: the stand-in saw the action's fields
    expect(stored).toBe(`${url}#evolution-by-events`);
    expect(events).toEqual(expect.arrayContaining(['message.deleted', 'group.updated', 'channel.connected']));
    expect(events).not.toContain('contact.typing');
  });

  test('is removed when it is switched off', async () => {
    expect(await set({ enabled: false, url, events: [] })).toMatchObject({ status: 201, body: { enabled: false } });
    expect(seenBy('set-webhook')).toEqual([{ url: null, replace: true }]);
    expect(await ask('GET', 'webhook/find/Shop')).toMatchObject({ status: 200, body: null });
  });

  test.each([
    ['headers', { headers: { authorization: 'Bearer x' } }],
    ['base64', { base64: true }],
  ])('with %s is not offered', async (_, given) => {
    expect(await set({ enabled: true, url, events: [], ...given })).toMatchObject({
      status: 501,
      body: { response: { action: 'set-webhook' } },
    });
    expect(seenBy('set-webhook')).toEqual([]);
  });

  test('with a wrong address is refused by the name that the caller gave', async () => {
    expect(await set({ enabled: true, url: 'http://n8n:5678/webhook', events: [] })).toMatchObject(
      refused(400, 'Bad Request', [['instance.webhook.url must be an https URL.']]),
    );
    expect(await post('webhook/set/Shop', { url })).toMatchObject(
      refused(400, 'Bad Request', [['instance requires property "webhook"']]),
    );
  });
});

test('the request log has the action and its listed fields, and no text of a person', async () => {
  const { length } = gateway.logged;
  await post('message/sendText/Shop', { number: '15550199', text: 'a secret of a person' });
  await post('group/create/Shop', {});
  const isAwaited = ({ action, code, status }: LoggedRequest): boolean =>
    (action === 'send' && status === 201) || code === 'not_offered';
  const entries = await pollUntil(
    () => {
      const fresh = gateway.logged.slice(length);
      return fresh.filter(isAwaited).length >= 2 ? fresh : null;
    },
    { what: () => `two requests in the log: ${JSON.stringify(gateway.logged.slice(length))}` },
  );
  const shown = entries.find(({ action, status }) => action === 'send' && status === 201);
  expect(shown).toMatchObject({ method: 'POST', status: 201, code: null, instanceId: 'ins_demo000000' });
  expect(JSON.parse(shown?.body ?? '{}')).toMatchObject({ channel: 'wd' });
  expect(JSON.stringify(entries)).not.toMatch(/a secret of a person|15550199/);
  expect(entries.find(({ code }) => code === 'not_offered')).toMatchObject({ status: 501, code: 'not_offered' });
});
