import { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import { sendWorkspaceMessage } from '@parley/common/contracts/internal/send-workspace-message';
import { typing } from '@parley/common/contracts/messages/typing';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { type PeopleProvider, startPeopleProvider } from '../../test/people-provider.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

const SEND = '/open_api/v1.3/business/message/send/';
const CAPABILITIES = '/open_api/v1.3/business/message/capabilities/get/';
const UPLOAD = '/open_api/v1.3/business/message/media/upload/';
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const THREAD = 'u5Jh+/thread==';

let provider: PeopleProvider;
let system: OpenSend;
let tenant: TestTenant;
let account: number;
let peers = 0;
const openId = '-000m4Wq9h7yT';
const refreshed: unknown[] = [];
const broken: { externalId: string; observedAt: string }[] = [];
let renew = async (): Promise<boolean> => false;

beforeAll(async () => {
  provider = await startPeopleProvider();
  provider.files.set('a.png', { type: 'image/png', bytes: PNG });
  system = await openSend({ PARLEY_TIKTOK_URL: provider.url, PARLEY_PROVIDER_TIMEOUT_MS: '3000' });
  tenant = await system.addTenant();
  account = await system.addAccount({
    tenantId: tenant.id,
    channel: 'tt',
    externalId: openId,
    credentials: { access_token: 'act.1' },
  });
  await system.startChannelHealth({
    async reportBroken(input) {
      broken.push(input);
    },
    async refresh(input) {
      refreshed.push(input);
      return renew();
    },
  });
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** A new person who has written. */
async function somebody(): Promise<string> {
  const peer = `+ZMM/person${++peers}==`;
  await tenant.customerWrote('tt', peer, { account, threadId: `${THREAD}${peers}` });
  return peer;
}
const sendFile = (name: string, to: string, mediaType?: string) =>
  tenant.send({
    channel: 'tt',
    to,
    message: 'Look',
    mediaUrl: `${provider.url}/files/${name}`,
    ...(mediaType === undefined ? {} : { mediaType }),
  });
const callsSince = (start: number) => provider.calls().slice(start);
const statusOf = async (id: string) =>
  (await system.rows<{ status: string }>('SELECT status FROM messages WHERE id = $1', id))[0]?.status;

describe('a send on tt', () => {
  let start = 0;
  beforeEach(async () => {
    start = provider.calls().length;
    refreshed.length = 0;
    broken.length = 0;
    await system.setCredentials(account, { access_token: 'act.1' });
  });

  const long = 'How was your last order in our new shop?!';
  test.each([
    ['buttons', 'How was it?', { message_type: 'TEMPLATE' }],
    [
      'numbered lines in place of buttons, where it is too long for a card',
      long,
      { text: { body: `${long}\n\n1. 😀\n2. 🙁` } },
    ],
  ])('has a workspace’s question with %s', async (_what, message, body) => {
    const peer = await somebody();
    const { id } = await system.database.db.prisma.conversation.findFirstOrThrow({ where: { peer } });
    const buttons = ['😀', '🙁'].map((title, at) => ({ id: `rating-${at}`, title }));
    const order = { tenantId: tenant.id, conversationId: id, key: `rating-${id}`, message, buttons };
    const sent = await system.bus.call(sendWorkspaceMessage, order, { requestId: 'req_test' });
    expect(sent).toMatchObject({ outcome: 'sent' });
    expect(callsSince(start)).toMatchObject([{ body }]);
  });

  // docs/reference/tt.md#sending
  test('with reply buttons is a card, which keeps their ids', async () => {
    const to = await somebody();
    const buttons = [
      { id: 'order-yes', title: 'Yes' },
      { id: 'order-no', title: 'No' },
    ];
    await tenant.send({ channel: 'tt', to, message: 'Shall we send it?', buttons });
    expect(callsSince(start).map(({ body }) => body)).toEqual([
      {
        business_id: openId,
        recipient_type: 'CONVERSATION',
        recipient: `${THREAD}${peers}`,
        message_type: 'TEMPLATE',
        template: {
          type: 'QA_BUTTON_CARD',
          title: 'Shall we send it?',
          buttons: buttons.map(({ id, title }) => ({ type: 'REPLY', title, id })),
        },
      },
    ]);
  });

  test('of a post of the account names it, without a text', async () => {
    const to = await somebody();
    await tenant.send({ channel: 'tt', to, post: { id: '7300000000000000001' } });
    expect(callsSince(start).map(({ body }) => body)).toEqual([
      {
        business_id: openId,
        recipient_type: 'CONVERSATION',
        recipient: `${THREAD}${peers}`,
        message_type: 'SHARE_POST',
        share_post: { item_id: '7300000000000000001' },
      },
    ]);
  });

  test('with a quote names the quoted message, in the text below a file too', async () => {
    const to = await somebody();
    const { messageId } = await tenant.send({ channel: 'tt', to, message: 'Which one?' });
    const [asked] = await system.rows<{ id: string }>(
      'SELECT provider_message_id AS id FROM messages WHERE id = $1',
      messageId,
    );
    const reply = { channel: 'tt' as const, to, message: 'This one', replyTo: messageId };
    await tenant.send(reply);
    await tenant.send({ ...reply, mediaUrl: `${provider.url}/files/a.png` });
    const quotes = callsSince(start)
      .filter(({ path }) => path === SEND)
      .map(({ body }) => body as { message_type: string; referenced_message_info?: unknown }); // safe: JSON of this call
    const quote = { referenced_message_id: asked?.id };
    expect(quotes.map(({ message_type: type, referenced_message_info: info }) => [type, info])).toEqual([
      ['TEXT', undefined],
      ['TEXT', quote],
      ['IMAGE', undefined],
      ['TEXT', quote],
    ]);
  });

  test('that answers a comment privately needs no earlier message of the person', async () => {
    const to = `+ZMM/commenter${++peers}==`;
    const input = { channel: 'tt' as const, externalId: openId, commentId: '7310300000000000123', to, message: 'Psst' };
    const caller = {
      tenantId: tenant.id,
      tenantSlug: tenant.slug,
      instanceId: tenant.instanceId,
      channels: ['tt' as const],
    };
    const sent = await system.bus.call(sendPrivateReply, input, { requestId: 'req_test', caller });
    expect(await statusOf(sent.messageId)).toBe('sent');
    const [{ body } = { body: null }] = callsSince(start);
    expect(body).toEqual({
      business_id: openId,
      direct_reply: { reply_type: 'COMMENT_REPLY', comment_reply: { comment_id: '7310300000000000123' } },
      message_type: 'TEXT',
      text: { body: 'Psst' },
    });
  });

  test('with an image where TikTok has no images is refused with the reason, and nothing is sent', async () => {
    const to = await somebody();
    const before = await tenant.balance();
    const no = [{ capability_type: 'IMAGE_SEND', capability_result: false }];
    provider.script(CAPABILITIES, { body: { code: 0, message: 'OK', data: { capability_infos: no } } });
    await expect(sendFile('a.png', to)).rejects.toMatchObject({
      code: 'tiktok_error',
      message: expect.stringMatching(/takes no images/),
    });
    expect(callsSince(start).map(({ path }) => path)).toEqual([CAPABILITIES]);
    expect(await tenant.balance()).toEqual(before);
  });

  test('with an image is sent where TikTok does not say whether it has images', async () => {
    const to = await somebody();
    provider.script(CAPABILITIES, { body: { code: 40002, message: 'Param conversation_type is invalid.', data: {} } });
    expect(await statusOf((await sendFile('a.png', to)).messageId)).toBe('sent');
  });

  test('is sent into the person’s thread, and message.sent carries the provider’s id', async () => {
    const to = await somebody();
    const { messageId: id } = await tenant.send({ channel: 'tt', to, message: 'Hallo' });
    expect(callsSince(start)).toMatchObject([
      {
        path: SEND,
        token: 'act.1',
        body: {
          business_id: openId,
          recipient_type: 'CONVERSATION',
          recipient: `${THREAD}${peers}`,
          message_type: 'TEXT',
          text: { body: 'Hallo' },
        },
      },
    ]);
    const event = (await tenant.events('message.sent')).find(({ data }) => data.message_id === id);
    expect(event?.data).toMatchObject({
      channel: 'tt',
      to,
      origin: 'api',
      provider_message_id: expect.stringMatching(/^mid/),
    });
  });

  test('to a person who never wrote is 409 with a reason, charges nothing and is not sent', async () => {
    const before = await tenant.balance();
    const refused = tenant.send({ channel: 'tt', to: 'never-wrote', message: 'Hallo' });
    await expect(refused).rejects.toMatchObject({
      code: 'no_existing_conversation',
      message: expect.stringMatching(/has not written/),
    });
    expect(await tenant.balance()).toEqual(before);
    expect(callsSince(start)).toEqual([]);
  });

  test('with an image uploads it, since TikTok accepts no URL, and sends it first and the text second under one message id', async () => {
    const to = await somebody();
    const { messageId: id } = await sendFile('a.png', to);
    const [asked, upload, image, text] = callsSince(start);
    expect(asked).toMatchObject({ path: CAPABILITIES });
    expect(upload).toMatchObject({ path: UPLOAD, body: expect.stringContaining('a.png') });
    expect(image).toMatchObject({ path: SEND, body: { message_type: 'IMAGE' } });
    expect(text).toMatchObject({ path: SEND, body: { message_type: 'TEXT', text: { body: 'Look' } } });
    const parts = await system.rows('SELECT provider_message_id FROM message_parts WHERE message_id = $1', id);
    expect(parts).toHaveLength(1);
    expect((await tenant.events('message.sent')).filter(({ data }) => data.message_id === id)).toHaveLength(1);
  });

  test('accepts a message whose text fails after its image', async () => {
    const to = await somebody();
    provider.script(SEND, 'accept', { body: { code: 40064, message: 'limit', data: {} } });
    const { messageId: id } = await sendFile('a.png', to);
    expect(await statusOf(id)).toBe('sent');
  });

  test.for([
    ['a.mp4', 'media_url', undefined],
    ['a.png', 'media_type', 'video'],
    ['text.png', 'media_url', undefined],
    ['gone.png', 'media_url', undefined],
    ['big.png', 'media_url', undefined],
  ] as const)('refuses %s (%s) before anything is charged or sent', async ([name, field, hint]) => {
    const to = await somebody();
    provider.files.set('text.png', { type: 'image/png', bytes: Buffer.from('no image') });
    provider.files.set('big.png', { type: 'image/png', bytes: Buffer.concat([PNG, Buffer.alloc(3 * 1024 * 1024)]) });
    const before = await tenant.balance();
    await expect(sendFile(name, to, hint)).rejects.toMatchObject({ code: `invalid_${field}` });
    expect(await tenant.balance()).toEqual(before);
    expect(callsSince(start)).toEqual([]);
  });

  test('returns a refusal of the window unchanged, refunds the credit and leaves the account connected', async () => {
    const to = await somebody();
    const before = await tenant.balance();
    provider.script(SEND, {
      body: { code: 40064, message: 'The conversation window is closed.', request_id: 'R', data: {} },
    });
    await expect(tenant.send({ channel: 'tt', to, message: 'late' })).rejects.toMatchObject({
      code: 'tiktok_error',
      message: 'The conversation window is closed.',
      extras: { provider: { name: 'tiktok', status: 200, code: 40064, trace_id: 'R' } },
    });
    expect(await tenant.balance()).toEqual(before);
    expect(broken).toEqual([]);
  });

  const EXPIRED = { body: { code: 40102, message: 'Access token is expired', data: {} } };

  test('with an expired token renews it once, and is sent once', async () => {
    const to = await somebody();
    renew = async () => {
      await system.setCredentials(account, { access_token: 'act.2' });
      return true;
    };
    provider.script(SEND, EXPIRED);
    const { messageId: id } = await tenant.send({ channel: 'tt', to, message: 'again' });
    expect(callsSince(start).map(({ token }) => token)).toEqual(['act.1', 'act.2']);
    expect(refreshed).toEqual([{ tenantId: tenant.id, channel: 'tt', externalId: openId }]);
    expect(await statusOf(id)).toBe('sent');
  });

  test('is followed by a typing indicator, which renews an expired token too', async () => {
    const to = await somebody();
    await system.setCredentials(account, { access_token: 'act.1' });
    renew = async () => {
      await system.setCredentials(account, { access_token: 'act.2' });
      return true;
    };
    provider.script(SEND, EXPIRED);
    const caller = {
      tenantId: tenant.id,
      tenantSlug: tenant.slug,
      instanceId: tenant.instanceId,
      channels: ['tt' as const],
    };
    await system.bus.call(typing, { channel: 'tt', to, state: 'typing' }, { requestId: 'req_test', caller });
    const signs = callsSince(start).map(({ token, body }) => [
      token,
      (body as { sender_action: string }).sender_action,
    ]); // safe: JSON of this call
    expect(signs).toEqual([
      ['act.1', 'TYPING'],
      ['act.2', 'TYPING'],
    ]);
  });

  test('uses a token that another send has just renewed', async () => {
    const to = await somebody();
    provider.script(SEND, EXPIRED);
    provider.during(() => system.setCredentials(account, { access_token: 'act.3' }));
    await tenant.send({ channel: 'tt', to, message: 'again' });
    expect(callsSince(start).map(({ token }) => token)).toEqual(['act.1', 'act.3']);
    expect(refreshed).toEqual([]);
  });

  test('whose renewed token is refused too, or cannot be renewed, fails with the provider’s error', async () => {
    for (const [renews, calls] of [
      [true, 2],
      [false, 1],
    ] as const) {
      const from = provider.calls().length;
      await system.setCredentials(account, { access_token: 'act.1' });
      renew = async () => {
        if (renews) await system.setCredentials(account, { access_token: 'act.2' });
        return renews;
      };
      provider.script(SEND, EXPIRED, EXPIRED);
      const to = await somebody();
      await expect(tenant.send({ channel: 'tt', to, message: 'again' })).rejects.toMatchObject({
        code: 'tiktok_error',
        message: 'Access token is expired',
      });
      expect(callsSince(from)).toHaveLength(calls);
      provider.script(SEND);
    }
  });

  test('whose token was revoked reports that after the refusal, with the time of the call', async () => {
    const to = await somebody();
    const from = Date.now();
    provider.script(SEND, { body: { code: 40105, message: 'Access token is invalid', data: {} } });
    await expect(tenant.send({ channel: 'tt', to, message: 'x' })).rejects.toMatchObject({ code: 'tiktok_error' });
    const [reported] = await pollUntil(async () => (broken.length > 0 ? broken : null), {
      what: () => 'the report',
    });
    expect(reported).toMatchObject({ tenantId: tenant.id, channel: 'tt', externalId: openId });
    expect(Date.parse(reported?.observedAt ?? '')).toBeGreaterThanOrEqual(from);
    expect(Date.parse(reported?.observedAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('whose answer is lost is unknown, waits for an echo, then fails and is refunded', async () => {
    const to = await somebody();
    const before = await tenant.balance();
    provider.script(SEND, 'hang up');
    await expect(tenant.send({ channel: 'tt', to, message: 'lost' })).rejects.toMatchObject({
      code: 'provider_timeout',
    });
    const [last] = (await tenant.messages()).slice(-1);
    expect(last?.status).toBe('unknown');
    await system.sweepAt(new Date(Date.now() + 60_000));
    expect(await statusOf(String(last?.id))).toBe('unknown');
    await system.sweepAt(new Date(Date.now() + 3_600_000));
    expect(await statusOf(String(last?.id))).toBe('failed');
    expect(await tenant.balance()).toEqual(before);
  });
});
