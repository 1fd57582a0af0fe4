import { at } from '@parley/common/at';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { igSendBodies } from '@parley/providers/graph/person-send-body';
import { signHub } from '@parley/providers/graph/signature';
import { makeInstagramClient } from '@parley/providers/instagram/instagram-client';
import { PLAIN } from '@parley/providers/sent/outbound-message';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { INSTAGRAM_APP_SEED, LOGIN_SEED } from '../src/providers/graph/state/instagram-login.ts';
import { openSandbox } from './open-sandbox.ts';

const REDIRECT = 'https://parley.example/connect/callback/instagram';
const SCOPES = 'instagram_business_basic,instagram_business_manage_messages,instagram_business_manage_comments';
const DAY_MS = 24 * 3_600_000;
const PERSON = '910000000000001';
const { userId, appScopedId } = LOGIN_SEED;

let clockMs = 0;
let box: Awaited<ReturnType<typeof openSandbox>>;
let client: ReturnType<typeof makeInstagramClient>;
beforeEach(async () => {
  clockMs = Date.parse('2026-03-01T12:00:00Z');
  box = await openSandbox({ receipts: 'off', now: () => clockMs });
  const host = `${box.sandbox.url}/instagram`;
  client = makeInstagramClient({
    baseUrl: host,
    oauthUrl: host,
    version: 'v27.0',
    appId: INSTAGRAM_APP_SEED.id,
    appSecret: INSTAGRAM_APP_SEED.secret,
    timeoutMs: 2000,
  });
});
afterEach(() => box.close());

/** Answers the dialog; returns the address that the browser goes back to. */
async function answerDialog(
  fields: Record<string, string> = { action: 'continue' },
  more: Record<string, string> = {},
) {
  const query = { client_id: INSTAGRAM_APP_SEED.id, redirect_uri: REDIRECT, response_type: 'code', scope: SCOPES };
  const address = `${box.sandbox.url}/instagram/oauth/authorize?${new URLSearchParams({ ...query, state: 's1', ...more })}`;
  return fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}
const codeOf = async (fields?: Record<string, string>) =>
  new URL((await answerDialog(fields)).headers.get('location') ?? '').searchParams.get('code') ?? '';
const expectValue = <T>(asked: { ok: true; value: T } | { ok: false; failure: unknown }): T => {
  if (!asked.ok) throw new Error(JSON.stringify(asked.failure));
  return asked.value;
};
const messageOf = (asked: { ok: boolean; failure?: { provider: { message: string } } }) =>
  asked.failure?.provider.message;
const shortToken = async () =>
  expectValue(await client.exchangeCode({ code: await codeOf(), redirectUri: REDIRECT })).accessToken;
const longToken = async () => expectValue(await client.exchangeForLongLived(await shortToken())).accessToken;

describe('an authorization', () => {
  test('goes back with a code, or with the person’s refusal, and ends the address with #_', async () => {
    const location = (await answerDialog()).headers.get('location') ?? '';
    expect(location).toMatch(/^https:\/\/parley\.example\/connect\/callback\/instagram\?code=AQB\w+&state=s1#_$/);
    const refused = new URL((await answerDialog({ action: 'cancel' })).headers.get('location') ?? '');
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({ error: 'access_denied', state: 's1' });
  });

  test('is refused to an account that is no tester, and to another app', async () => {
    await box.sandbox.driver.graph.putLogin({ user_id: userId, tester: false });
    const answer = await answerDialog();
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Insufficient developer role')]);
    expect((await answerDialog(undefined, { client_id: 'another' })).status).toBe(400);
  });

  test.each(['flat', 'data'] as const)(
    'gives a short token in the form %s, for a code that works once',
    async (form) => {
      await box.sandbox.driver.graph.putLogin({ user_id: userId, token_form: form });
      const code = await codeOf();
      const given = expectValue(await client.exchangeCode({ code, redirectUri: REDIRECT }));
      expect(given).toEqual({ accessToken: expect.stringMatching(/^IGAA/), permissions: SCOPES.split(',') });
      const again = await client.exchangeCode({ code, redirectUri: REDIRECT });
      expect(messageOf(again)).toBe('Matching code was not found or was already used');
    },
  );

  test('refuses a code after an hour, and with another redirect address', async () => {
    const code = await codeOf();
    expect((await client.exchangeCode({ code, redirectUri: `${REDIRECT}/` })).ok).toBe(false);
    clockMs += 3_600_001;
    expect((await client.exchangeCode({ code, redirectUri: REDIRECT })).ok).toBe(false);
  });
});

describe('tokens', () => {
  test('last 60 days, are renewed after a day, and end', async () => {
    const long = expectValue(await client.exchangeForLongLived(await shortToken()));
    expect(long.expiresInSeconds).toBe(5_183_944);
    expect(messageOf(await client.refreshToken(long.accessToken))).toMatch(/24 hours/);
    clockMs += DAY_MS;
    const renewed = expectValue(await client.refreshToken(long.accessToken));
    expect(renewed.accessToken).not.toBe(long.accessToken);
    clockMs += 60 * DAY_MS;
    expect(await client.getMe(renewed.accessToken)).toMatchObject({ ok: false, failure: { channelBroken: true } });
    expect(await client.refreshToken(renewed.accessToken)).toMatchObject({
      ok: false,
      failure: { channelBroken: true },
    });
  });

  test('name the account with both ids, on Instagram’s host alone', async () => {
    const token = await longToken();
    expect(expectValue(await client.getMe(token))).toMatchObject({ userId, appScopedId, username: 'demo.shop' });
    const facebook = makeMessengerClient({ baseUrl: box.sandbox.url, version: 'v27.0', timeoutMs: 2000 });
    expect(await facebook.getProfile('ig', userId, token)).toMatchObject({
      ok: false,
      failure: { channelBroken: true },
    });
    expect((await client.getMe('sandbox-page-token')).ok).toBe(false);
  });
});

describe('a subscription', () => {
  const fieldsOf = async () => (await box.sandbox.driver.graph.putLogin({ user_id: userId })).subscribed_fields;

  test('leaves out a field that the platform does not have, under each of its names', async () => {
    await box.sandbox.driver.graph.putLogin({ user_id: userId, refused_fields: ['message_edit', 'standby'] });
    expectValue(await client.subscribe(await longToken(), { comments: false }));
    expect(await fieldsOf()).toEqual([
      'messages',
      'message_reactions',
      'messaging_postbacks',
      'messaging_seen',
      'messaging_referral',
      'messaging_handover',
    ]);
  });

  test('without the field of messages is refused', async () => {
    await box.sandbox.driver.graph.putLogin({ user_id: userId, refused_fields: ['messages'] });
    expect((await client.subscribe(await longToken(), { comments: true })).ok).toBe(false);
    expect(await fieldsOf()).toBeNull();
  });
});

describe('messages and comments', () => {
  test.each([
    ['no_access', 200, 2534041],
    ['restricted', 10, 1893063],
    ['blocked', 100, 2534029],
  ] as const)('are refused while the account has the refusal %s', async (refusal, code, subcode) => {
    const token = await longToken();
    expectValue(await client.subscribe(token, { comments: false }));
    const { putLogin, instagram } = box.sandbox.driver.graph;
    await putLogin({ user_id: userId, refusal });
    const body = at(igSendBodies({ to: PERSON, text: 'Hi', ...PLAIN }), 0);
    const { callbacks } = await instagram.customerWrites(PERSON, { text: 'Hello', account: userId });
    expect(callbacks.every((callback) => callback === null)).toBe(refusal === 'no_access');
    expect(await client.sendToPerson('me', token, body)).toMatchObject({
      kind: 'refused',
      provider: { code, subcode },
      channelBroken: false,
      safeToRetry: false,
    });
    await putLogin({ user_id: userId, refusal: 'none' });
    expect(await client.sendToPerson('me', token, body)).toMatchObject({ kind: 'accepted' });
  });

  test('reach the application signed with the Instagram secret, comments in flat entries; the account answers them', async () => {
    const token = await longToken();
    expectValue(await client.subscribe(token, { comments: true }));
    const { instagram } = box.sandbox.driver.graph;
    await instagram.customerWrites(PERSON, { text: 'Hello', account: userId });
    const { comment_id: commentId } = await instagram.customerComments(PERSON, { text: 'How much?', account: userId });
    for (const hook of box.hooks)
      expect(hook.headers['x-hub-signature-256']).toBe(signHub(hook.raw, INSTAGRAM_APP_SEED.secret));
    expect(box.hooks.map(({ body }) => at(body.entry as object[], 0))).toEqual([
      { id: userId, time: expect.any(Number), messaging: [expect.objectContaining({ recipient: { id: userId } })] },
      { id: userId, time: expect.any(Number), field: 'comments', value: expect.objectContaining({ id: commentId }) },
    ]);

    const body = at(igSendBodies({ to: PERSON, text: 'Hi', ...PLAIN }), 0);
    expect(await client.sendToPerson('me', token, body)).toMatchObject({ kind: 'accepted' });
    expect(await client.sendToPerson(userId, token, body)).toMatchObject({ kind: 'accepted' });
    expect(await client.replyToComment('ig', commentId, token, 'Ten')).toMatchObject({ kind: 'accepted' });
    expect(expectValue(await client.getProfile('ig', PERSON, token)).username).not.toBeNull();
    expectValue(await client.unsubscribe(token));
    expect((await instagram.customerWrites(PERSON, { text: 'Hello', account: userId })).callbacks).toEqual([null]);
  });
});
