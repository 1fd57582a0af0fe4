import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import { deliveriesDue } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant();
});
afterAll(() => system[Symbol.asyncDispose]());

describe('a text on wa', () => {
  test('returns the message_id in decimal digits, the channel, and the recipient with a plus sign', async () => {
    await tenant.customerWrote('wa', '+491711111111');
    const answer = await tenant.send({ channel: 'wa', to: '49 171-1111111', message: 'Hallo مرحبا' });
    expect(answer).toEqual({
      ok: true,
      messageId: expect.stringMatching(/^[1-9]\d*$/),
      channel: 'wa',
      to: '+491711111111',
    });
  });

  test('reaches the provider once, with the message_id as its callback data', async () => {
    await tenant.customerWrote('wa', '+491711111112');
    const { messageId: id } = await tenant.send({ channel: 'wa', to: '+491711111112', message: 'one' });
    expect(await system.accepted('+491711111112')).toMatchObject([{ text: 'one', callback_data: id }]);
  });

  test('fires message.sent once, with origin api and the provider’s id, and hints at its delivery', async () => {
    const woken: string[] = [];
    system.bus.onHint(deliveriesDue, ({ instanceIds: ids }) => woken.push(...ids));
    const conversation = await tenant.customerWrote('wa', '+491711111113');
    const { messageId: id } = await tenant.send({ channel: 'wa', to: '+491711111113', message: 'told' });
    const fired = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === id);
    expect(fired.map(({ data }) => data)).toEqual([
      {
        channel: 'wa',
        conversation_id: conversation,
        message_id: id,
        to: '+491711111113',
        account: { id: '106540352242922', number: '+15550783881', label: 'Main' },
        text: 'told',
        attachments: [],
        origin: 'api',
        template: null,
        provider_message_id: expect.stringMatching(/^wamid\./),
        sent_at: expect.any(String),
      },
    ]);
    await pollUntil(() => (woken.includes(tenant.instanceId) ? true : null), {
      what: () => 'the hint',
    });
  });

  test('makes its conversation the newest', async () => {
    const at = new Date(Date.now() - 3_600_000);
    const conversation = await tenant.customerWrote('wa', '+491711111114', { at });
    await tenant.send({ channel: 'wa', to: '+491711111114', message: 'newest' });
    const [row] = await system.rows<{ last_message_at: Date }>(
      'SELECT last_message_at FROM conversations WHERE id = $1',
      conversation,
    );
    expect(row?.last_message_at.getTime()).toBeGreaterThan(at.getTime());
  });

  test('can be looked up with its history, by its own tenant only', async () => {
    await tenant.customerWrote('wa', '+491711111115');
    const { messageId: id } = await tenant.send({ channel: 'wa', to: '+491711111115', message: 'look' });
    expect(await tenant.lookUp(id)).toMatchObject({
      ok: true,
      messageId: id,
      text: 'look',
      status: 'sent',
      error: null,
      sentAt: expect.any(String),
      history: [{ status: 'sent', at: expect.any(String) }],
    });
    const other = await system.addTenant();
    await expect(other.lookUp(id)).rejects.toMatchObject({ code: 'unknown_message' });
    await expect(tenant.lookUp('999999999')).rejects.toMatchObject({ code: 'unknown_message' });
  });

  test('is unknown to a key without its channel', async () => {
    await tenant.customerWrote('wa', '+491711111116');
    const { messageId: id } = await tenant.send({ channel: 'wa', to: '+491711111116', message: 'not for all' });
    await expect(tenant.lookUp(id, ['tg', 'wd'])).rejects.toMatchObject({ code: 'unknown_message' });
    expect(await tenant.lookUp(id, ['wa'])).toMatchObject({ text: 'not for all' });
  });
});

describe('a template', () => {
  test('opens a conversation, returns its id, and hints at its delivery', async () => {
    const answer = await tenant.send({
      channel: 'wa',
      to: '+491722222221',
      template: { name: 'order_update', language: 'en', variables: ['Ann', '#12'] },
    });
    const [conversation] = await system.rows<{ id: number; peer: string }>(
      'SELECT id, peer FROM conversations WHERE peer = $1',
      '+491722222221',
    );
    expect(answer).toMatchObject({
      ok: true,
      conversationId: conversation?.id,
      template: 'order_update',
      language: 'en',
      delivery: 'sent',
    });
    expect((await system.accepted('+491722222221'))[0]?.body).toMatchObject({
      type: 'template',
      template: {
        name: 'order_update',
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Ann' },
              { type: 'text', text: '#12' },
            ],
          },
        ],
      },
    });
    const [event] = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === answer.messageId);
    expect(event?.data).toMatchObject({ template: { name: 'order_update', variables: ['Ann', '#12'] } });
  });

  test('with components sends them instead of its variables', async () => {
    const components = [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'B' },
          { type: 'text', text: 'C' },
        ],
      },
    ];
    await tenant.send({
      channel: 'wa',
      to: '+491722222222',
      template: { name: 'order_update', language: 'en', variables: ['A'], components },
    });
    expect((await system.accepted('+491722222222'))[0]?.body).toMatchObject({ template: { components } });
  });

  test('on another channel is invalid_template', async () => {
    await expect(
      tenant.send({ channel: 'tg', to: '77', template: { name: 'hello_world', language: 'en_US' } }),
    ).rejects.toMatchObject({ code: 'invalid_template' });
  });
});

describe('a file', () => {
  test('is sent with its own URL, and the event shows a signed URL of Parley', async () => {
    await tenant.customerWrote('wa', '+491733333331');
    const media_url = `${system.sandbox.url}/files/photo.png`;
    const { messageId: id } = await tenant.send({
      channel: 'wa',
      to: '+491733333331',
      message: 'see',
      mediaUrl: media_url,
    });
    expect((await system.accepted('+491733333331'))[0]?.body).toMatchObject({
      type: 'image',
      image: { link: media_url, caption: 'see' },
    });
    const { attachments } = await tenant.lookUp(id);
    expect(attachments).toMatchObject([{ type: 'image', filename: 'photo.png' }]);
    expect(attachments[0]?.url).toMatch(/^https:\/\/parley\.example\/media\/att_\w+\?expires=\d+&signature=/);
    const [stored] = await system.rows<{ id: string; source_url: string }>(
      'SELECT id, source_url FROM attachments WHERE message_id = $1',
      id,
    );
    expect(stored).toEqual({ id: attachments[0]?.id, source_url: media_url });
  });

  test.each([
    ['http://93.184.216.34/a.png', 'plain http'],
    ['https://10.0.0.8/a.png', 'a private address'],
    ['https://user:pw@127.0.0.1/a.png', 'credentials'],
    ['not a url', 'no address'],
  ])('at %s (%s) is invalid_media_url, and nothing is charged', async (media_url) => {
    const before = await tenant.balance();
    await expect(tenant.send({ channel: 'tg', to: '5', message: 'x', mediaUrl: media_url })).rejects.toMatchObject({
      code: 'invalid_media_url',
    });
    expect(await tenant.balance()).toEqual(before);
  });

  test('without a known extension has the type that its server reports', async () => {
    const media = await system.sandbox.driver.storeMedia({ base64: 'eA==', mime_type: 'video/mp4' });
    await tenant.customerWrote('tg', '4001');
    const media_url = `${system.sandbox.url}/sandbox/media/${media}`;
    await tenant.send({ channel: 'tg', to: '4001', message: 'clip', mediaUrl: media_url });
    expect(await system.accepted('4001')).toMatchObject([{ text: 'clip' }]);
    await tenant.send({ channel: 'tg', to: '4001', message: 'hinted', mediaUrl: media_url, mediaType: 'image/png' });
    expect((await system.accepted('4001')).at(-1)?.method.toLowerCase()).toBe('sendphoto');
  });
});

describe('a text on tg', () => {
  test('goes to the chat, and its id consists of chat and message', async () => {
    const { messageId: id } = await tenant.send({ channel: 'tg', to: '4002', message: 'hi' });
    expect(await tenant.lookUp(id)).toMatchObject({
      to: '4002',
      providerMessageId: expect.stringMatching(/^4002:\d+$/),
      account: { id: '110201543', number: null, label: 'parley_demo_bot' },
    });
  });

  test('to a group that became a supergroup is sent once, to its new id, which is stored', async () => {
    await system.fault({
      provider: 'tg',
      match: { to: '-500' },
      mode: 'error',
      code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: -100500 },
    });
    const { messageId: id } = await tenant.send({ channel: 'tg', to: '-500', message: 'moved' });
    expect(await system.accepted('-100500')).toMatchObject([{ text: 'moved' }]);
    expect((await tenant.lookUp(id)).status).toBe('sent');
    const known = await system.rows<{ address: string }>(
      `SELECT address FROM contact_addresses WHERE tenant_id = $1 AND contact_id IN
         (SELECT contact_id FROM contact_addresses WHERE tenant_id = $1 AND address = '-500') ORDER BY address`,
      tenant.id,
    );
    expect(known.map(({ address }) => address)).toEqual(['-100500', '-500']);
  });
});

describe('a reply from the dashboard', () => {
  test('goes to the conversation’s person with origin dashboard, at the same price', async () => {
    const id = await tenant.customerWrote('wa', '+491744444441');
    const before = await tenant.balance();
    const context = { requestId: 'req_test' };
    const answer = await system.bus.call(sendFromDashboard, { slug: tenant.slug, id, message: 'desk' }, context);
    expect(answer).toEqual({
      messageId: expect.any(String),
      channel: 'wa',
      to: '+491744444441',
      conversationId: id,
    });
    const [event] = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === answer.messageId);
    expect(event?.data).toMatchObject({ origin: 'dashboard', text: 'desk' });
    expect((await tenant.balance()).balance).toBe(before.balance - 1);
  });

  test('is sent and charged once under one Idempotency-Key of the workspace, whoever repeats it', async () => {
    const id = await tenant.customerWrote('wa', '+491744444451');
    const before = await tenant.balance();
    const reply = (message: string) =>
      system.bus.call(
        sendFromDashboard,
        { slug: tenant.slug, id, message },
        { requestId: 'req_test', idempotency: { key: 'of-the-desk', bodyHash: message === 'once' ? '01' : '02' } },
      );
    const first = await reply('once');
    expect(await reply('once')).toEqual(first);
    await expect(reply('other')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect((await tenant.balance()).balance).toBe(before.balance - 1);
    const other = await system.addTenant();
    const theirs = await other.customerWrote('wa', '+491744444452');
    const answer = await system.bus.call(
      sendFromDashboard,
      { slug: other.slug, id: theirs, message: 'theirs' },
      { requestId: 'req_test', idempotency: { key: 'of-the-desk', bodyHash: '03' } },
    );
    expect(answer.messageId).not.toBe(first.messageId);
  });

  test('needs a tenant and a conversation of that tenant', async () => {
    const id = await tenant.customerWrote('wa', '+491744444442');
    const other = await system.addTenant();
    const answer = (slug: string, conversation: number) =>
      system.bus.call(sendFromDashboard, { slug, id: conversation, message: 'x' }, { requestId: 'req_test' });
    await expect(answer('nobody', id)).rejects.toMatchObject({ code: 'unknown_tenant' });
    await expect(answer(other.slug, id)).rejects.toMatchObject({ code: 'unknown_conversation' });
  });

  test('outside the 24-hour window is no_existing_conversation', async () => {
    const at = new Date(Date.now() - 25 * 3_600_000);
    const id = await tenant.customerWrote('wa', '+491744444443', { at });
    await expect(
      system.bus.call(sendFromDashboard, { slug: tenant.slug, id, message: 'x' }, { requestId: 'req_test' }),
    ).rejects.toMatchObject({ code: 'no_existing_conversation' });
  });
});
