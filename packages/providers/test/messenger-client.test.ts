import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { describe, expect, test } from 'vitest';
import { fixture } from './fixture.ts';
import {
  APP,
  answers,
  openMessengerClient,
  PAGE,
  PAGE_TOKEN,
  PERSON,
  PROOFS,
  proven,
  SEND_BODY,
  USER_TOKEN,
} from './open-messenger-client.ts';
import { html, json, type ProviderStub, startStub } from './provider-stub.ts';

const { stub, client, asked } = await openMessengerClient();

describe('tokens of a person', () => {
  test('are exchanged for the code of the dialog with the app’s own secret', async () => {
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

  test('are exchanged for long-lived ones, whose expiry is not always given', async () => {
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

  test('of a business are exchanged for the code of Embedded Signup, without a redirect URI', async () => {
    stub.answer = json(200, { access_token: 'EAAJB', token_type: 'bearer', expires_in: 5_184_000 });
    expect(await client().exchangeSignupCode('AQC')).toEqual({
      ok: true,
      value: { accessToken: 'EAAJB', expiresInSeconds: 5_184_000 },
    });
    expect(asked()).toEqual({
      call: 'GET /v23.0/oauth/access_token',
      query: { client_id: APP.appId, client_secret: APP.appSecret, code: 'AQC' },
      bearer: undefined,
    });
    // A token that does not expire.
    stub.answer = json(200, { access_token: 'EAAJB' });
    expect(await client().exchangeSignupCode('AQC')).toMatchObject({ value: { expiresInSeconds: null } });
  });

  test('show their end, where they have one', async () => {
    stub.answer = json(200, { data: { is_valid: true, expires_at: 1_793_534_400 } });
    expect(await client().inspectToken(USER_TOKEN)).toMatchObject({
      value: { appId: null, expiresAt: new Date('2026-11-01T12:00:00.000Z') },
    });
  });

  test('are inspected with the app’s id and secret', async () => {
    const scopes = ['pages_messaging', 'instagram_basic'];
    const granular_scopes = [{ scope: 'pages_messaging', target_ids: [PAGE] }, { scope: 'instagram_basic' }];
    stub.answer = json(200, { data: { app_id: APP.appId, is_valid: true, expires_at: 0, scopes, granular_scopes } });
    expect(await client().inspectToken(USER_TOKEN)).toEqual({
      ok: true,
      value: {
        isValid: true,
        appId: APP.appId,
        userId: null,
        expiresAt: null,
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
    expect(await client().inspectToken('x')).toMatchObject({
      ok: true,
      value: { isValid: false, scopes: [], granular: [] },
    });
  });

  test('are refused in the provider’s own words', async () => {
    const message = 'Error validating verification code. Please make sure your redirect_uri is identical';
    stub.answer = json(400, { error: { message, type: 'OAuthException', code: 100, error_subcode: 36_008 } });
    expect(await client().exchangeCode({ code: 'c', redirectUri: 'https://p.example/' })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', provider: { status: 400, code: 100, message }, channelBroken: false },
    });
  });

  test('are not requested without an app', async () => {
    const bare = makeMessengerClient({ baseUrl: stub.origin, version: 'v23.0', timeoutMs: 2000 });
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
  test('are listed with their tokens, tasks and Instagram accounts', async () => {
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

  test('are read page by page until there is no next page, and pages without a token are left out', async () => {
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

  test('are requested only at the provider, whatever its `next` says', async () => {
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

  test('are read up to a limit when their lists never end', async () => {
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

  test('are never listed in part: a refusal in the middle is a refusal', async () => {
    stub.answer = (request, response) =>
      (request.path.includes('after=')
        ? answers('fb', 'api-error-token-190-463', 400)
        : answers('fb', 'api-me-accounts-page1'))(request, response);
    expect(await client().listPages(USER_TOKEN)).toMatchObject({ ok: false, failure: { channelBroken: true } });
  });

  test('are subscribed to every field that Parley reads, and unsubscribed', async () => {
    stub.answer = answers('fb', 'api-success-true');
    expect(await client().subscribePage(PAGE, PAGE_TOKEN)).toMatchObject({ ok: true });
    expect(asked()).toEqual({ call: `POST /v23.0/${PAGE}/subscribed_apps`, ...proven(PAGE_TOKEN) });
    expect(stub.seen[0]?.body).toEqual({
      subscribed_fields:
        'messages,messaging_postbacks,message_echoes,message_deliveries,message_reads,message_reactions,message_edits,messaging_referrals,standby,messaging_handovers,feed',
    });
    expect(await client().unsubscribePage(PAGE, PAGE_TOKEN)).toMatchObject({ ok: true });
    expect(asked(1)).toEqual({ call: `DELETE /v23.0/${PAGE}/subscribed_apps`, ...proven(PAGE_TOKEN) });
    stub.answer = json(200, { success: false });
    expect(await client().subscribePage(PAGE, PAGE_TOKEN)).toMatchObject({ ok: false });
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
      pages.sendToPerson(PAGE, PAGE_TOKEN, SEND_BODY),
      pages.replyToComment('fb', '1_2', PAGE_TOKEN, 'hi'),
      pages.getComment('ig', '1', PAGE_TOKEN),
      pages.getProfile('fb', PERSON, PAGE_TOKEN),
    ]);
    for (const secret of secrets) expect(JSON.stringify(results)).not.toContain(secret);
  }
});
