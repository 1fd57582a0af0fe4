import { makePagesClient } from '@parley/providers/graph/pages-client';
import { fbSendBodies } from '@parley/providers/graph/person-send-body';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from './fixture.ts';
import { closedOrigin, html, json, type ProviderStub, startStub } from './provider-stub.ts';

const USER_TOKEN = 'EAAGuserSecret';
const PAGE_TOKEN = 'EAAGpageSecret';
const APP = { appId: '1517776481860111', appSecret: 'appSecret' };
const PAGE = '1908000000001';
const PERSON = '254459191289871';
const BODIES = fbSendBodies({ to: PERSON, text: 'hi', media: null, template: null }, '42');
// printf EAAGuserSecret | openssl dgst -sha256 -hmac appSecret
const PROOFS = {
  [USER_TOKEN]: '2703a5b1e5e8ffaa51e6f038ed2ad3e3bdb85edc3641e9cabee3f6ab00622297',
  [PAGE_TOKEN]: '98db0701fc5d446382dc7bb09ce6aabdb3321b970e9c8231de7d3d4a9ef6e35a',
};

let stub: ProviderStub;
beforeAll(async () => {
  stub = await startStub();
});
beforeEach(() => {
  stub.seen.length = 0;
});
afterAll(() => stub.close());

const client = (origin = stub.origin, timeoutMs = 2000) =>
  makePagesClient({ baseUrl: origin, version: 'v23.0', timeoutMs, ...APP });
const answers = (channel: 'fb' | 'ig', name: string, status = 200) => json(status, fixture(channel, name));
const body = () => {
  const [first] = BODIES;
  if (!first) throw new Error('a text is one body');
  return first;
};
const send = (origin?: string, timeoutMs?: number) => client(origin, timeoutMs).sendToPerson(PAGE, PAGE_TOKEN, body());

/** Path, query and bearer of a call that the stub saw. */
function asked(index = 0) {
  const seen = stub.seen[index];
  const url = new URL(seen?.path ?? '', stub.origin);
  return {
    call: `${seen?.method} ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    bearer: seen?.headers.authorization,
  };
}
const proven = (token: keyof typeof PROOFS) => ({
  query: { appsecret_proof: PROOFS[token] },
  bearer: `Bearer ${token}`,
});

describe('tokens of a person', () => {
  test('come for the code of the dialog, asked with the app’s own secret', async () => {
    stub.answer = answers('fb', 'api-oauth-code-exchange');
    const redirectUri = 'https://p.example/connect/back?x=1';
    expect(await client().exchangeCode({ code: 'AQB#x', redirectUri })).toEqual({
      ok: true,
      value: { accessToken: 'EAAG...short' },
    });
    expect(asked()).toEqual({
      call: 'GET /v23.0/oauth/access_token',
      query: { client_id: APP.appId, client_secret: APP.appSecret, redirect_uri: redirectUri, code: 'AQB#x' },
      bearer: undefined,
    });
  });

  test('are exchanged for long-lived ones, whose end is not always told', async () => {
    stub.answer = answers('fb', 'api-oauth-long-lived');
    expect(await client().exchangeForLongLived('short')).toEqual({
      ok: true,
      value: { accessToken: 'EAAG...long', expiresInSeconds: 5_183_944 },
    });
    expect(asked()).toMatchObject({
      call: 'GET /v23.0/oauth/access_token',
      query: { client_id: APP.appId, grant_type: 'fb_exchange_token', fb_exchange_token: 'short' },
    });
    stub.answer = json(200, { access_token: 'long' });
    expect(await client().exchangeForLongLived('short')).toMatchObject({ value: { expiresInSeconds: null } });
  });

  test('are inspected with the app’s id and secret', async () => {
    const scopes = ['pages_messaging', 'instagram_basic'];
    const granular_scopes = [{ scope: 'pages_messaging', target_ids: [PAGE] }, { scope: 'instagram_basic' }];
    stub.answer = json(200, { data: { app_id: APP.appId, is_valid: true, expires_at: 0, scopes, granular_scopes } });
    expect(await client().inspectToken(USER_TOKEN)).toEqual({
      ok: true,
      value: {
        isValid: true,
        scopes,
        granular: [
          { scope: 'pages_messaging', targetIds: [PAGE] },
          { scope: 'instagram_basic', targetIds: null },
        ],
      },
    });
    expect(asked()).toEqual({
      call: 'GET /v23.0/debug_token',
      query: { input_token: USER_TOKEN },
      bearer: `Bearer ${APP.appId}|${APP.appSecret}`,
    });
    stub.answer = json(200, { data: { error: { code: 190, message: 'no' }, is_valid: false, scopes: [] } });
    expect(await client().inspectToken('x')).toEqual({ ok: true, value: { isValid: false, scopes: [], granular: [] } });
  });

  test('refused by the provider are refused in its own words', async () => {
    const message = 'Error validating verification code. Please make sure your redirect_uri is identical';
    stub.answer = json(400, { error: { message, type: 'OAuthException', code: 100, error_subcode: 36_008 } });
    expect(await client().exchangeCode({ code: 'c', redirectUri: 'https://p.example/' })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', provider: { status: 400, code: 100, message }, channelBroken: false },
    });
  });

  test('are not asked for without an app', async () => {
    const bare = makePagesClient({ baseUrl: stub.origin, version: 'v23.0', timeoutMs: 2000 });
    for (const result of [
      await bare.exchangeCode({ code: 'c', redirectUri: 'https://p.example/' }),
      await bare.exchangeForLongLived('t'),
      await bare.inspectToken('t'),
    ])
      expect(result).toMatchObject({ ok: false, failure: { kind: 'refused', safeToRetry: false } });
    expect(stub.seen).toEqual([]);
  });
});

describe('pages of a person', () => {
  test('are told with their tokens, tasks and Instagram accounts', async () => {
    stub.answer = answers('fb', 'api-me-accounts-with-instagram');
    expect(await client().listPages(USER_TOKEN)).toEqual({
      ok: true,
      value: [
        {
          id: PAGE,
          name: 'The Page',
          tasks: ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'],
          accessToken: 'EAAG...page',
          instagram: { id: '17841400000000000', username: 'thepage', name: 'The Page' },
        },
        {
          id: '1908000000002',
          name: 'No IG here',
          tasks: ['MESSAGING', 'MODERATE'],
          accessToken: 'EAAG...page2',
          instagram: null,
        },
      ],
    });
    expect(asked()).toMatchObject({ call: 'GET /v23.0/me/accounts', ...proven(USER_TOKEN) });
    expect(asked().query).toMatchObject({
      fields: 'id,name,tasks,access_token,instagram_business_account{id,username,name}',
      limit: '100',
    });
  });

  test('are followed over the lists until there is no next; a page without a token is left out', async () => {
    const first = fixture('fb', 'api-me-accounts-page1') as { data: { name: string }[] }; // safe: a list of pages
    const second = fixture('fb', 'api-me-accounts-page2') as typeof first; // safe: a list of pages
    stub.answer = ({ path }, response) =>
      json(200, path.includes('after=') ? second : { ...first, data: [...first.data, null, { id: '9', name: 'x' }] })(
        { method: '', path, headers: {}, body: undefined },
        response,
      );
    const listed = await client().listPages(USER_TOKEN);
    expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(
      [...first.data, ...second.data].map(({ name }) => name),
    );
    expect(stub.seen).toHaveLength(2);
  });

  test('are never asked for elsewhere than at the provider, whatever its next says', async () => {
    const foreign = await startStub();
    foreign.answer = json(200, { data: [{ id: '66', name: 'Foreign', access_token: 't' }] });
    const one = { id: '1', name: 'One', access_token: 't1' };
    for (const paging of [
      { next: `${foreign.origin}/v23.0/me/accounts?after=x` },
      { next: `${foreign.origin}/v23.0/me/accounts`, cursors: { after: 'c' } },
      { next: 'no address' },
    ]) {
      stub.answer = (request, response) =>
        json(200, request.path.includes('after=') ? { data: [] } : { data: [one], paging })(request, response);
      expect(await client().listPages(USER_TOKEN)).toMatchObject({ ok: true, value: [{ id: '1' }] });
    }
    expect(foreign.seen).toEqual([]);
    await foreign.close();
  });

  test('whose lists never end are read to a bound', async () => {
    let list = 0;
    stub.answer = (request, response) => {
      list += 1;
      const data = [{ id: String(list), name: 'P', access_token: 't' }];
      json(200, { data, paging: { next: `${stub.origin}/x`, cursors: { after: `c${list}` } } })(request, response);
    };
    const listed = await client().listPages(USER_TOKEN);
    expect(listed.ok && listed.value).toHaveLength(50);
    expect(stub.seen).toHaveLength(50);
  });

  test('are not told in part: a refusal in the middle is a refusal', async () => {
    stub.answer = (request, response) =>
      (request.path.includes('after=')
        ? answers('fb', 'api-error-token-190-463', 400)
        : answers('fb', 'api-me-accounts-page1'))(request, response);
    expect(await client().listPages(USER_TOKEN)).toMatchObject({ ok: false, failure: { channelBroken: true } });
  });

  test('are subscribed to everything that we read, and unsubscribed', async () => {
    stub.answer = answers('fb', 'api-success-true');
    expect(await client().subscribePage(PAGE, PAGE_TOKEN)).toMatchObject({ ok: true });
    expect(asked()).toEqual({ call: `POST /v23.0/${PAGE}/subscribed_apps`, ...proven(PAGE_TOKEN) });
    expect(stub.seen[0]?.body).toEqual({
      subscribed_fields:
        'messages,messaging_postbacks,message_echoes,message_deliveries,message_reads,message_reactions,message_edits,messaging_referrals,feed',
    });
    expect(await client().unsubscribePage(PAGE, PAGE_TOKEN)).toMatchObject({ ok: true });
    expect(asked(1)).toEqual({ call: `DELETE /v23.0/${PAGE}/subscribed_apps`, ...proven(PAGE_TOKEN) });
    stub.answer = json(200, { success: false });
    expect(await client().subscribePage(PAGE, PAGE_TOKEN)).toMatchObject({ ok: false });
  });
});

describe('a send to a person', () => {
  test('that is accepted tells the message', async () => {
    stub.answer = answers('fb', 'api-send-ok');
    expect(await send()).toEqual({
      kind: 'accepted',
      providerMessageId: 'm_AG5Hz2Uq7tuwNEhXfYYKj8mJEM_QPpz5jdCK48PnKAjSdjfipqxqMvK8ma6AC8fplwlqLP_5cgXIbu7I3rBN0P',
      recipientAlias: null,
    });
    expect(asked()).toEqual({ call: `POST /v23.0/${PAGE}/messages`, ...proven(PAGE_TOKEN) });
    expect(stub.seen[0]?.body).toEqual(body());
  });

  test('in answer to a comment tells who the person is', async () => {
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
    'code %i with subcode %s says that the owner must come back',
    async (code, error_subcode) => {
      stub.answer = json(401, { error: { message: 'dead', code, ...(error_subcode ? { error_subcode } : {}) } });
      expect(await send()).toMatchObject({ kind: 'refused', channelBroken: true, safeToRetry: false });
    },
  );

  test.each([3, 10, 100, 200, 230, 299, 368, 551, 803, 10_900])('code %i is final for the send alone', async (code) => {
    stub.answer = json(400, { error: { message: 'no', code, error_subcode: 2_534_022 } });
    expect(await send()).toMatchObject({ kind: 'refused', channelBroken: false, safeToRetry: false });
  });

  test.each([...LIMITED])('code %i was not sent, and comes back when the usage says so', async (code) => {
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
    '%j may be tried again only when the provider says when',
    async (error) => {
      const given = { error: { message: 'later', ...error } };
      const usage = JSON.stringify({ [PAGE]: [{ estimated_time_to_regain_access: 1 }] });
      stub.answer = json(500, given, { 'x-business-use-case-usage': usage });
      expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: false, retryAfterMs: null });
      stub.answer = json(500, given, { 'retry-after': '3' });
      expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: true, retryAfterMs: 3000 });
    },
  );

  test('that never left may be tried again', async () => {
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

  test('the caller’s own limit stands in for the client’s', async () => {
    stub.answer = () => undefined;
    expect(await client().sendToPerson(PAGE, PAGE_TOKEN, body(), 50)).toMatchObject({ kind: 'unknown' });
  });
});

describe('comments', () => {
  test.each([
    ['fb', '122100000000_987654321', 'comments', 'api-comment-reply-created', '122100000000_987654401'],
    ['ig', '18000000000000001', 'replies', 'api-comment-reply-ok', '17873440459141021'],
  ] as const)('of %s are answered by a comment that has an id', async (platform, commentId, edge, name, id) => {
    stub.answer = answers(platform, name);
    expect(await client().replyToComment(platform, commentId, PAGE_TOKEN, '120 EUR')).toEqual({
      kind: 'accepted',
      providerMessageId: id,
      recipientAlias: null,
    });
    expect(asked()).toEqual({ call: `POST /v23.0/${commentId}/${edge}`, ...proven(PAGE_TOKEN) });
    expect(stub.seen[0]?.body).toEqual({ message: '120 EUR' });
    stub.answer = html(502);
    expect(await client().replyToComment(platform, commentId, PAGE_TOKEN, 'x')).toMatchObject({ kind: 'unknown' });
  });

  test('of Facebook are shown with what it tells', async () => {
    stub.answer = answers('fb', 'api-comment-info');
    const id = '10158371815748553_10158371930463553';
    const shown = {
      id,
      text: 'This is really nice',
      postId: null,
      parentId: null,
      from: null,
      at: new Date('2021-07-21T21:05:14Z'),
    };
    expect(await client().getComment('fb', id, PAGE_TOKEN)).toEqual({ ok: true, value: shown });
    expect(asked()).toMatchObject({
      call: `GET /v23.0/${id}`,
      query: { fields: 'id,message,from{id,name},created_time,parent{id}' },
    });
    const given = fixture('fb', 'api-comment-info') as object; // safe: a comment
    stub.answer = json(200, { ...given, from: { id: 77, name: 'Jane' }, parent: { id: '1_2' }, created_time: 'then' });
    expect(await client().getComment('fb', id, PAGE_TOKEN)).toEqual({
      ok: true,
      value: { ...shown, from: { id: '77', name: 'Jane' }, parentId: '1_2', at: null },
    });
  });

  test('of Instagram are shown with what it tells', async () => {
    stub.answer = answers('ig', 'api-comment-fields');
    const shown = {
      id: '17892250648466172',
      text: '@ikroskun Hey, guys',
      postId: null,
      parentId: null,
      from: null,
      at: new Date('2020-02-24T09:15:16Z'),
    };
    expect(await client().getComment('ig', shown.id, PAGE_TOKEN)).toEqual({ ok: true, value: shown });
    expect(asked().query.fields).toBe('id,text,timestamp,username,from{id,username},media{id},parent_id');
    const given = fixture('ig', 'api-comment-fields') as object; // safe: a comment
    const more = { from: { id: '91', username: 'jane' }, media: { id: '179' }, parent_id: '180' };
    stub.answer = json(200, { ...given, ...more });
    expect(await client().getComment('ig', shown.id, PAGE_TOKEN)).toEqual({
      ok: true,
      value: { ...shown, from: { id: '91', name: 'jane' }, postId: '179', parentId: '180' },
    });
  });
});

describe('people', () => {
  test('have a name on Facebook, in one part or two', async () => {
    stub.answer = answers('fb', 'api-profile');
    expect(await client().getProfile('fb', PERSON, PAGE_TOKEN)).toEqual({
      ok: true,
      value: { name: 'Peter Chang', username: null },
    });
    expect(asked()).toMatchObject({ call: `GET /v23.0/${PERSON}`, ...proven(PAGE_TOKEN) });
    expect(asked().query.fields).toBe('name,first_name,last_name');
    stub.answer = json(200, { name: 'Peter C.', first_name: 'Peter', id: PERSON });
    expect(await client().getProfile('fb', PERSON, PAGE_TOKEN)).toMatchObject({ value: { name: 'Peter C.' } });
  });

  test('have a name and a username on Instagram, if they consent', async () => {
    stub.answer = answers('ig', 'api-user-profile');
    expect(await client().getProfile('ig', '910000000000001', PAGE_TOKEN)).toEqual({
      ok: true,
      value: { name: 'Jane Roe', username: 'jane' },
    });
    stub.answer = answers('ig', 'api-error-user-consent-230', 400);
    expect(await client().getProfile('ig', '910000000000001', PAGE_TOKEN)).toMatchObject({
      ok: false,
      failure: { provider: { code: 230 }, channelBroken: false },
    });
  });
});

test('no token and no secret is part of an error, whatever happens', async () => {
  const secrets = [USER_TOKEN, PAGE_TOKEN, APP.appSecret, 'authorizationCode', ...Object.values(PROOFS)];
  const silent: ProviderStub['answer'] = () => undefined;
  const broken: ProviderStub['answer'] = (_request, response) => response.destroy();
  for (const answer of [silent, broken, html(302, { location: '/elsewhere' }), html(500), json(200, {})]) {
    stub.answer = answer;
    const pages = client(stub.origin, 150);
    const results = await Promise.all([
      pages.exchangeCode({ code: 'authorizationCode', redirectUri: 'https://p.example/' }),
      pages.exchangeForLongLived(USER_TOKEN),
      pages.inspectToken(USER_TOKEN),
      pages.listPages(USER_TOKEN),
      pages.subscribePage(PAGE, PAGE_TOKEN),
      pages.unsubscribePage(PAGE, PAGE_TOKEN),
      pages.sendToPerson(PAGE, PAGE_TOKEN, body()),
      pages.replyToComment('fb', '1_2', PAGE_TOKEN, 'hi'),
      pages.getComment('ig', '1', PAGE_TOKEN),
      pages.getProfile('fb', PERSON, PAGE_TOKEN),
    ]);
    for (const secret of secrets) expect(JSON.stringify(results)).not.toContain(secret);
  }
});
