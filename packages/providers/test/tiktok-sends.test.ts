import { makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import { describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from './fixture.ts';
import { answers, CONVERSATION, failed, OPEN_ID, openTiktokClient, TOKEN } from './open-tiktok-client.ts';
import { closedOrigin, html, json, type ProviderStub } from './provider-stub.ts';

const { stub, client } = await openTiktokClient();
const send = (origin?: string, limitMs?: number) =>
  client(origin).sendMessage(TOKEN, OPEN_ID, { conversationId: CONVERSATION, text: 'Hi' }, limitMs);

test('a typing indicator is a sender action', async () => {
  stub.answer = json(200, { code: 0, message: 'OK', request_id: 'r', data: {} });
  expect(await client().act(TOKEN, OPEN_ID, CONVERSATION, 'TYPING')).toEqual({ kind: 'done' });
  expect(stub.seen[0]?.body).toEqual({
    business_id: OPEN_ID,
    recipient_type: 'CONVERSATION',
    recipient: CONVERSATION,
    message_type: 'SENDER_ACTION',
    sender_action: 'TYPING',
  });
});

describe('a send of TikTok', () => {
  test('that is accepted returns the message id; path, header and body are TikTok’s own', async () => {
    stub.answer = answers('api-message-send');
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: 'u5Bsent==', recipientAlias: null });
    expect(stub.seen).toMatchObject([
      {
        method: 'POST',
        path: '/open_api/v1.3/business/message/send/',
        headers: { 'access-token': TOKEN, 'content-type': 'application/json' },
        body: fixture('tt', 'req-message-send-text'),
      },
    ]);
    expect(stub.seen[0]?.headers.authorization).toBeUndefined();
  });

  test('of an image names the uploaded file', async () => {
    stub.answer = answers('api-message-send');
    await client().sendMessage(TOKEN, OPEN_ID, { conversationId: CONVERSATION, imageMediaId: 'v12044gd0003' });
    expect(stub.seen[0]?.body).toEqual(fixture('tt', 'req-message-send-image'));
  });

  test('of a quote and of a card have TikTok’s own bodies', async () => {
    stub.answer = answers('api-message-send');
    const to = { conversationId: CONVERSATION };
    await client().sendMessage(TOKEN, OPEN_ID, { ...to, text: 'Hi', quotedMessageId: 'u5Bquoted==' });
    const buttons = [
      { id: 'order-yes', title: 'Yes' },
      { id: 'order-no', title: 'No' },
    ];
    await client().sendMessage(TOKEN, OPEN_ID, { ...to, text: 'Shall we send it?', buttons });
    expect(stub.seen.map(({ body }) => body)).toEqual([
      fixture('tt', 'req-message-send-quote'),
      fixture('tt', 'req-message-send-buttons'),
    ]);
  });

  test('that answers a comment privately names the comment, and no conversation', async () => {
    stub.answer = answers('api-message-send');
    await client().sendMessage(TOKEN, OPEN_ID, { commentId: '7310300000000000123', text: 'Hi' });
    expect(stub.seen.map(({ body }) => body)).toEqual([fixture('tt', 'req-message-send-comment')]);
  });

  test('of an image is preceded by the question whether the conversation takes images', async () => {
    stub.answer = answers('api-capabilities');
    expect(await client().takesImages(TOKEN, OPEN_ID, CONVERSATION)).toEqual({ ok: true, value: true });
    const [asked] = stub.seen;
    const query = new URL(asked?.path ?? '', 'https://x').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      business_id: OPEN_ID,
      conversation_id: CONVERSATION,
      conversation_type: 'SINGLE',
      capability_types: '["IMAGE_SEND"]',
    });
    // TikTok reads a plus in a query as a space.
    expect(asked?.path).not.toMatch(/\+/);
  });

  test.each(fixtureNames('tt', 'api-error-4'))('%s with HTTP 200 is refused in TikTok’s words', async (name) => {
    const body = fixture('tt', name) as { code: number; message: string; request_id: string }; // safe: every fixture is one
    stub.answer = json(200, body);
    const isRate = body.code === 40100;
    expect(await send()).toEqual({
      kind: 'refused',
      provider: { name: 'tiktok', status: 200, code: body.code, message: body.message, trace_id: body.request_id },
      channelBroken: body.code === 40104 || body.code === 40105,
      safeToRetry: isRate,
      retryAfterMs: isRate ? 60_000 : null,
      migratedTo: null,
    });
  });

  test('an error with an unknown code is refused and not retried', async () => {
    stub.answer = json(200, { code: 40999, message: 'new rule' });
    expect(await send()).toMatchObject({
      kind: 'refused',
      provider: { code: 40999, message: 'new rule' },
      safeToRetry: false,
    });
  });

  test('too many calls wait longer than a minute when the provider asks for more', async () => {
    stub.answer = json(200, failed(40100), { 'retry-after': '90' });
    expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: true, retryAfterMs: 90_000 });
  });

  test.each([
    ['a system error', answers('api-error-50000')],
    ['another system error', answers('api-error-51065')],
    ['an HTTP 500 with a code', json(500, failed(50002))],
    ['a gateway’s page', html(502)],
    ['a success that names no message', answers('api-message-sender-action')],
    ['a success without data', json(200, { code: 0, message: 'OK' })],
    ['a connection that breaks', ((_request, response) => response.destroy()) satisfies ProviderStub['answer']],
  ])('that ends in %s has an unknown outcome', async (_what, answer) => {
    stub.answer = answer;
    expect(await send()).toMatchObject({ kind: 'unknown', provider: { name: 'tiktok' } });
  });

  test('that gets no answer in time is unknown, and no error contains the token', async () => {
    stub.answer = () => undefined;
    const outcome = await send(undefined, 100);
    expect(outcome).toMatchObject({ kind: 'unknown', provider: { status: null } });
    expect(JSON.stringify(outcome)).not.toContain('secretsecret');
  });

  test('that was certainly not sent may be retried', async () => {
    const certain = { kind: 'refused', provider: { status: null }, safeToRetry: true };
    expect(await send(await closedOrigin())).toMatchObject(certain);
    stub.answer = html(503, { 'retry-after': '2' });
    expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: true, retryAfterMs: 2000 });
    const dispatcher = makeEgressAgent(makeEgressPolicy(undefined));
    const guarded = makeTiktokClient({ baseUrl: stub.origin, timeoutMs: 2000, dispatcher });
    stub.seen.length = 0;
    expect(await guarded.sendMessage(TOKEN, OPEN_ID, { conversationId: 'c', text: 'x' })).toMatchObject(certain);
    expect(stub.seen).toEqual([]);
  });
});
