import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { openLinked, personWritesTo } from '../support/channels/linked-devices.ts';
import { type Answer, callJson } from '../support/requests/call-json.ts';
import type { System } from '../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';
import { webhookOf } from '../support/webhooks/expectations.ts';
import { systemForSuites } from './suites/system-for-suites.ts';

const getSystem = systemForSuites('one-machine', { PARLEY_EVOLUTION_API: 'true' });
/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ID = expect.stringMatching(/^[0-9A-F]{16,}$/);
const jidOf = (digits: string): string => `${digits}@s.whatsapp.net`;

/** Calls a route as a program that was written for Evolution API does. */
const callerOf =
  (system: System, { slug, apiKey }: TestTenant) =>
  (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, headers = {}): Promise<Answer> =>
    callJson(method, `${system.origin}/${slug}/evolution/${path}`, { body, headers: { apikey: apiKey, ...headers } });

async function open() {
  const opened = await openLinked(getSystem());
  return { ...opened, call: callerOf(opened.system, opened.tenant) };
}

/** A linked phone of a tenant whose program has set the webhook of its key by itself. */
async function openOwnWebhook() {
  const { system, tenant, ...opened } = await openLinked(getSystem(), { receipts: 'read' });
  const call = callerOf(system, tenant);
  const allowed = await tenant.admin('PATCH', `/keys/${tenant.instanceId}`, { set_webhook_enabled: true });
  expect(allowed.status).toBe(200);
  const webhook = {
    enabled: true,
    url: tenant.receiver.url,
    webhookByEvents: false,
    events: ['MESSAGES_UPSERT', 'SEND_MESSAGE', 'MESSAGES_UPDATE'],
  };
  expect(await call('POST', 'webhook/set/Shop', { webhook })).toMatchObject({
    status: 201,
    body: { url: tenant.receiver.url, enabled: true, instanceId: opened.device.id },
  });
  return { system, tenant, call, ...opened };
}

/** docs/reference/evolution.md */
describe('programs that were written for Evolution API', () => {
  test('ask for the state, send a text and a picture, and answer a person by key.id', async () => {
    const { system, device, ann, call } = await open();
    expect(await call('GET', 'instance/connectionState/Shop')).toMatchObject({
      status: 200,
      body: { instance: { instanceName: 'Shop', state: 'open' } },
    });
    const text = await call('POST', 'message/sendText/Shop', { number: ann, text: 'Hello', delay: 100 });
    expect(text).toMatchObject({
      status: 201,
      body: {
        key: { remoteJid: jidOf(ann), fromMe: true, id: ID },
        status: 'PENDING',
        messageType: 'conversation',
        message: { conversation: 'Hello' },
        instanceId: device.id,
      },
    });
    const picture = {
      number: jidOf(ann),
      mediatype: 'image',
      mimetype: '',
      fileName: '',
      media: DOT,
      caption: 'A dot',
    };
    const media = await call('POST', 'message/sendMedia/Shop', picture);
    expect(media).toMatchObject({
      status: 201,
      body: { key: { id: ID }, messageType: 'imageMessage', message: { imageMessage: { caption: 'A dot' } } },
    });
    const order = { 'idempotency-key': 'order-7' };
    const once = await call('POST', 'message/sendMedia/Shop', { ...picture, caption: 'Once' }, order);
    const again = await call('POST', 'message/sendMedia/Shop', { ...picture, caption: 'Once' }, order);
    expect([once.status, again.body.key]).toEqual([201, once.body.key]);
    const quoted = { key: { id: text.body.key.id } };
    expect((await call('POST', 'message/sendText/Shop', { number: ann, text: 'Again', quoted })).status).toBe(201);
    const taken = await system.sandbox.devices.taken({ device: device.deviceId });
    const ofAnn = taken.filter(({ to }) => to.startsWith(ann));
    expect(ofAnn.map(({ id }) => id)).toEqual(expect.arrayContaining([text.body.key.id, media.body.key.id]));
    expect(ofAnn.find(({ text: words }) => words === 'Again')).toBeDefined();

    const asked = await personWritesTo(system, ann, device.number, { type: 'text', text: 'Thanks' });
    const key = { remoteJid: jidOf(ann), fromMe: false, id: asked };
    const react = () => call('POST', 'message/sendReaction/Shop', { key, reaction: '👍' });
    // The message may not be stored yet.
    const reacted = await pollUntil(
      async () => {
        const answer = await react();
        return answer.status === 404 ? null : answer;
      },
      { deadlineMs: 45_000, everyMs: 100, what: () => 'the message of Ann' },
    );
    expect(reacted).toMatchObject({ status: 201, body: { messageType: 'reactionMessage' } });
  });

  test('are refused in the words of Evolution API', async () => {
    const { system, tenant, call } = await open();
    const absent = uniqueDigits('1999');
    expect(await call('POST', 'message/sendText/Shop', { number: absent, text: 'x' })).toMatchObject({
      status: 400,
      body: { response: { message: [{ jid: jidOf(absent), exists: false, number: absent }] } },
    });
    const send = { number: absent, text: 'x' };
    expect(await call('POST', 'message/sendText/Nobody', send)).toMatchObject({ status: 404 });
    expect(await call('POST', 'group/create/Shop', {})).toMatchObject({
      status: 501,
      body: { response: { action: 'create-group' } },
    });
    // The instance of another tenant is unknown, and its key is wrong here.
    const other = await makeTenant(system, { channels: ['wd'], connectWa: false });
    expect(await callerOf(system, other)('POST', 'message/sendText/Shop', send)).toMatchObject({ status: 404 });
    const foreign = callerOf(system, { ...tenant, apiKey: other.apiKey });
    expect(await foreign('POST', 'message/sendText/Shop', send)).toMatchObject({
      status: 401,
      body: { status: 401, error: 'Unauthorized', response: { message: 'Unauthorized' } },
    });
  });

  test('set a webhook, and get what happens in the shapes of Evolution API', async () => {
    const { system, tenant, device, ann, call } = await openOwnWebhook();
    expect(await call('GET', 'webhook/find/Shop')).toMatchObject({
      status: 200,
      body: {
        url: tenant.receiver.url,
        enabled: true,
        webhookByEvents: false,
        events: ['MESSAGES_UPSERT', 'SEND_MESSAGE', 'MESSAGES_UPDATE'],
      },
    });
    const asked = await personWritesTo(system, ann, device.number, { type: 'text', text: 'Do you deliver?' });
    const upsert = await webhookOf(tenant, 'messages.upsert', ({ key }) => key.id === asked);
    expect(upsert.body).toMatchObject({
      instance: 'Shop',
      sender: jidOf(device.number),
      server_url: `${system.origin}/${tenant.slug}/evolution`,
      apikey: null,
      data: {
        key: { remoteJid: jidOf(ann), fromMe: false, id: asked },
        pushName: `Ann ${ann.slice(-4)}`,
        messageType: 'conversation',
        message: { conversation: 'Do you deliver?' },
        instanceId: device.id,
      },
    });
    // A flow answers at the address and with the names that the event gives it.
    const { server_url: server, instance, data } = upsert.body;
    const answer = await callJson('POST', `${server}/message/sendText/${instance}`, {
      body: { number: data.key.remoteJid, text: 'Yes', quoted: { key: { id: data.key.id } } },
      headers: { apikey: tenant.apiKey },
    });
    const { key } = answer.body;
    const sent = await webhookOf(tenant, 'send.message', (given) => given.key.id === key.id);
    expect(sent.body.data).toMatchObject({
      key: { remoteJid: jidOf(ann), fromMe: true },
      message: { conversation: 'Yes' },
      contextInfo: { stanzaId: asked, quotedMessage: { conversation: 'Do you deliver?' } },
    });
    await webhookOf(tenant, 'messages.update', ({ keyId, status }) => keyId === key.id && status === 'READ');
    const events = (await tenant.webhooks()).map(({ body }): string => body.event);
    expect(events.filter((event) => event.startsWith('message.'))).toEqual([]);

    const gone = await call('DELETE', 'instance/logout/Shop');
    expect(gone).toMatchObject({ status: 200, body: { status: 'SUCCESS' } });
    expect(await call('GET', 'instance/connectionState/Shop')).toMatchObject({ status: 404 });
  });
});
