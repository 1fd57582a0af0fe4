import {
  instagramReaction,
  reactionAction,
  type SenderAction,
  typingAction,
} from '@parley/providers/graph/sender-action';
import { describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from './fixture.ts';
import { answers, openMessengerClient, PAGE, PAGE_TOKEN, PERSON, proven, SEND_BODY } from './open-messenger-client.ts';
import { closedOrigin, html, json, type ProviderStub } from './provider-stub.ts';

const { stub, client, send, asked } = await openMessengerClient();

test('a typing indicator is a sender action', async () => {
  stub.answer = json(200, { recipient_id: PERSON });
  expect(await client().act(PAGE, PAGE_TOKEN, PERSON, typingAction('typing'))).toEqual({ kind: 'done' });
  expect(asked()).toEqual({ call: `POST /v23.0/${PAGE}/messages`, ...proven(PAGE_TOKEN) });
  expect(stub.seen[0]?.body).toEqual({ recipient: { id: PERSON }, sender_action: 'typing_on' });
});

// https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages/sender-actions
test.each<[string, SenderAction, object]>([
  [
    'a reaction',
    reactionAction('m_1', '👍'),
    { sender_action: 'react', payload: { message_id: 'm_1', reaction: '👍' } },
  ],
  [
    'the removal of a reaction',
    reactionAction('m_1', null),
    { sender_action: 'unreact', payload: { message_id: 'm_1' } },
  ],
  ['a read mark', { sender_action: 'mark_seen' }, { sender_action: 'mark_seen' }],
  ['the end of a typing sign', typingAction('off'), { sender_action: 'typing_off' }],
])('%s has the body of the platform’s page', async (_, action, body) => {
  stub.answer = json(200, { recipient_id: PERSON });
  expect(await client().act(PAGE, PAGE_TOKEN, PERSON, action)).toEqual({ kind: 'done' });
  expect(stub.seen.at(-1)?.body).toEqual({ recipient: { id: PERSON }, ...body });
});

test('Instagram knows the heart by its name, with and without its selector', () => {
  expect(['❤️', '❤', '👍', '❤️‍🔥'].map(instagramReaction)).toEqual(['love', 'love', '👍', '❤️‍🔥']);
});

describe('a send to a person', () => {
  test('that is accepted returns the message id', async () => {
    stub.answer = answers('fb', 'api-send-ok');
    expect(await send()).toEqual({
      kind: 'accepted',
      providerMessageId: 'm_AG5Hz2Uq7tuwNEhXfYYKj8mJEM_QPpz5jdCK48PnKAjSdjfipqxqMvK8ma6AC8fplwlqLP_5cgXIbu7I3rBN0P',
      recipientAlias: null,
    });
    expect(asked()).toEqual({ call: `POST /v23.0/${PAGE}/messages`, ...proven(PAGE_TOKEN) });
    expect(stub.seen[0]?.body).toEqual(SEND_BODY);
  });

  test('in answer to a comment returns the person’s id', async () => {
    stub.answer = answers('ig', 'api-send-ok');
    const reply = { recipient: { comment_id: '18000000000000001' }, message: { text: 'Hello in DM' } };
    expect(await client().sendToPerson(PAGE, PAGE_TOKEN, reply)).toMatchObject({ recipientAlias: '910000000000001' });
    expect(await send()).toMatchObject({ recipientAlias: '910000000000001' });
    stub.answer = json(200, { message_id: 'm_1' });
    expect(await client().sendToPerson(PAGE, PAGE_TOKEN, reply)).toMatchObject({ recipientAlias: null });
  });

  const BROKEN = new Set([102, 190]);
  const LIMITED = new Set([4, 17, 32, 341, 613, 80_001, 80_002, 80_004, 80_006]);
  test.each([
    ...fixtureNames('fb', 'api-error-').map((name) => ['fb', name] as const),
    ...fixtureNames('ig', 'api-error-').map((name) => ['ig', name] as const),
  ])('%s %s is refused with the provider’s own words', async (channel, name) => {
    const given = fixture(channel, name) as { error: { code: number; message: string } }; // safe: every fixture is one
    stub.answer = json(400, given);
    const { code, message } = given.error;
    expect(await send()).toMatchObject({
      kind: 'refused',
      provider: { name: 'graph', status: 400, code, message },
      channelBroken: BROKEN.has(code),
      safeToRetry: LIMITED.has(code),
    });
  });

  test.each([...BROKEN, 0].flatMap((code) => [458, 459, 460, 463, 464, 467, 492, null].map((sub) => [code, sub])))(
    'code %i with subcode %s means that the owner must authorize again',
    async (code, error_subcode) => {
      stub.answer = json(401, { error: { message: 'dead', code, ...(error_subcode ? { error_subcode } : {}) } });
      expect(await send()).toMatchObject({ kind: 'refused', channelBroken: true, safeToRetry: false });
    },
  );

  test.each([3, 10, 100, 200, 230, 299, 368, 551, 803, 10_900])('code %i is final only for this send', async (code) => {
    stub.answer = json(400, { error: { message: 'no', code, error_subcode: 2_534_022 } });
    expect(await send()).toMatchObject({ kind: 'refused', channelBroken: false, safeToRetry: false });
  });

  test.each([...LIMITED])('code %i was not sent, and is retried when the usage header allows it', async (code) => {
    const error = { error: { message: 'slow down', code } };
    stub.answer = json(400, error);
    expect(await send()).toMatchObject({ safeToRetry: true, retryAfterMs: null });
    const limit = (minutes: number) => ({
      type: 'messenger',
      call_count: 100,
      estimated_time_to_regain_access: minutes,
    });
    const usage = { [PAGE]: [limit(2), limit(5)], 17841: [limit(0)], odd: 7 };
    stub.answer = json(400, error, { 'x-business-use-case-usage': JSON.stringify(usage) });
    expect(await send()).toMatchObject({ safeToRetry: true, retryAfterMs: 300_000 });
    stub.answer = json(400, error, { 'x-business-use-case-usage': 'no json' });
    expect(await send()).toMatchObject({ safeToRetry: true, retryAfterMs: null });
  });

  test('a limit on private replies outlasts any send', async () => {
    stub.answer = json(400, { error: { message: 'hold', code: 613, error_subcode: 2_534_013 } });
    expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: false });
  });

  test.each([{ code: 1 }, { code: 2, error_subcode: 1_545_133 }, { code: 1200 }, { code: 99, is_transient: true }])(
    '%j may be retried only with a Retry-After',
    async (error) => {
      const given = { error: { message: 'later', ...error } };
      const usage = JSON.stringify({ [PAGE]: [{ estimated_time_to_regain_access: 1 }] });
      stub.answer = json(500, given, { 'x-business-use-case-usage': usage });
      expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: false, retryAfterMs: null });
      stub.answer = json(500, given, { 'retry-after': '3' });
      expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: true, retryAfterMs: 3000 });
    },
  );

  test('that was never sent may be retried', async () => {
    expect(await send(await closedOrigin())).toMatchObject({ kind: 'refused', safeToRetry: true });
  });

  test.each<[string, ProviderStub['answer']]>([
    ['a page of a gateway', html(502)],
    ['a success that names no message', json(200, { recipient_id: PERSON })],
    ['a connection that breaks', (_request, response) => response.destroy()],
  ])('%s leaves its outcome unknown', async (_what, answer) => {
    stub.answer = answer;
    expect(await send()).toMatchObject({ kind: 'unknown', provider: { name: 'graph', code: null } });
  });

  test('the caller’s own time limit replaces the client’s', async () => {
    stub.answer = () => undefined;
    expect(await client().sendToPerson(PAGE, PAGE_TOKEN, SEND_BODY, 50)).toMatchObject({ kind: 'unknown' });
  });
});
