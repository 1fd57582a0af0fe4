import { makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { FileRefused } from '@parley/providers/open-file';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from './fixture.ts';
import { closedOrigin, html, json, type ProviderStub, startStub } from './provider-stub.ts';

const TOKEN = 'act.secretsecret';
const OPEN_ID = '-000m4JH_b1JiHPxoOSKii9FmQCeIA2fZ7Jw';
const CONVERSATION = 'u5JhpselBAhoPOlnH0tZ9y07kg==';
const APP = { appId: '7623241219121414161', appSecret: 's3cret' };

let stub: ProviderStub;
beforeAll(async () => {
  stub = await startStub();
});
beforeEach(() => {
  stub.seen.length = 0;
});
afterAll(() => stub.close());

const client = (baseUrl = stub.origin, timeoutMs = 2000) => makeTiktokClient({ baseUrl, timeoutMs, ...APP });
const send = (origin?: string, limitMs?: number) =>
  client(origin).sendMessage(TOKEN, OPEN_ID, { conversationId: CONVERSATION, text: 'Hi' }, limitMs);
const answers = (name: string) => json(200, fixture('tt', name));
const failed = (code: number, message = 'said so') => ({ code, message, request_id: 'r1', data: {} });
/** The path and the query of the last request. */
function asked(): [string, Record<string, string>] {
  const { pathname, searchParams } = new URL(stub.seen.at(-1)?.path ?? '/', stub.origin);
  return [pathname, Object.fromEntries(searchParams)];
}

describe('a send of TikTok', () => {
  test('that is accepted names the message; path, header and body are TikTok’s own', async () => {
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

  test.each(fixtureNames('tt', 'api-error-4'))(
    '%s, though HTTP says 200, is refused in TikTok’s words',
    async (name) => {
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
    },
  );

  test('an error of a code that nobody knows is refused and not repeated', async () => {
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

  test('that gets no answer in time is unknown, and the token is in no error', async () => {
    stub.answer = () => undefined;
    const outcome = await send(undefined, 100);
    expect(outcome).toMatchObject({ kind: 'unknown', provider: { status: null } });
    expect(JSON.stringify(outcome)).not.toContain('secretsecret');
  });

  test('that was certainly not sent may be tried again', async () => {
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

describe('tokens of TikTok', () => {
  const tokens = {
    openId: 'openid',
    accessToken: 'act.token',
    refreshToken: 'rft.token',
    expiresInSeconds: 86_400,
    scopes: expect.arrayContaining(['comment.list', 'user.info.basic']),
  };

  test('a code becomes tokens, with the scopes that were really granted', async () => {
    stub.answer = answers('api-oauth-token-resp');
    const given = { code: 'c*d!', redirectUri: 'https://p.example/connect/back' };
    expect(await client().exchangeCode(given)).toEqual({
      ok: true,
      value: { ...tokens, refreshExpiresInSeconds: 31_536_000 },
    });
    expect(stub.seen).toMatchObject([
      {
        path: '/open_api/v1.3/tt_user/oauth2/token/',
        body: {
          client_id: APP.appId,
          client_secret: APP.appSecret,
          grant_type: 'authorization_code',
          auth_code: 'c*d!',
          redirect_uri: given.redirectUri,
        },
      },
    ]);
  });

  test('a refresh gives the tokens that count from now on', async () => {
    stub.answer = answers('api-oauth-refresh-resp');
    expect(await client().refreshToken('rft.old')).toEqual({
      ok: true,
      value: { ...tokens, refreshExpiresInSeconds: 31_527_314 },
    });
    expect(stub.seen[0]).toMatchObject({
      path: '/open_api/v1.3/tt_user/oauth2/refresh_token/',
      body: { grant_type: 'refresh_token', refresh_token: 'rft.old' },
    });
  });

  test.each([
    [failed(40102), true],
    [failed(40105), true],
    [failed(40002, 'Param refresh_token is invalid.'), true],
    [failed(40002, 'Param client_id is invalid.'), false],
    [failed(40100), false],
  ])('a refresh refused with %j tells whether the owner must come back', async (body, channelBroken) => {
    stub.answer = json(200, body);
    expect(await client().refreshToken('rft.old')).toMatchObject({ ok: false, failure: { channelBroken } });
  });

  test('a refresh that may have happened is unknown', async () => {
    stub.answer = answers('api-error-50000');
    expect(await client().refreshToken('rft.old')).toMatchObject({ ok: false, failure: { kind: 'unknown' } });
    stub.answer = json(200, { code: 0, message: 'OK', data: { access_token: 'a' } });
    expect(await client().refreshToken('rft.old')).toMatchObject({ ok: false, failure: { kind: 'unknown' } });
  });

  test('a token is taken back', async () => {
    stub.answer = answers('api-oauth-revoke-resp');
    expect(await client().revokeToken(TOKEN)).toMatchObject({ ok: true });
    expect(stub.seen[0]).toMatchObject({
      path: '/open_api/v1.3/tt_user/oauth2/revoke/',
      body: { client_id: APP.appId, client_secret: APP.appSecret, access_token: TOKEN },
    });
  });

  test('without an app nothing is asked', async () => {
    const bare = makeTiktokClient({ baseUrl: stub.origin, timeoutMs: 2000 });
    expect(await bare.exchangeCode({ code: 'c', redirectUri: 'https://p.example/' })).toMatchObject({ ok: false });
    expect(await bare.refreshToken('r')).toMatchObject({ ok: false, failure: { channelBroken: false } });
    expect(await bare.revokeToken('a')).toMatchObject({ ok: false });
    expect(stub.seen).toEqual([]);
  });
});

describe('what TikTok tells of an account', () => {
  test('its name', async () => {
    stub.answer = answers('api-business-get');
    expect(await client().getBusiness(TOKEN, OPEN_ID)).toEqual({
      ok: true,
      value: { username: 'biz_user', displayName: 'Biz' },
    });
    const [path, query] = asked();
    expect(path).toBe('/open_api/v1.3/business/get/');
    expect(query.business_id).toBe(OPEN_ID);
    expect(JSON.parse(query.fields ?? '')).toEqual(expect.arrayContaining(['username', 'display_name']));
    stub.answer = json(200, { code: 0, message: 'OK', data: {} });
    expect(await client().getBusiness(TOKEN, OPEN_ID)).toMatchObject({ value: { username: null, displayName: null } });
    stub.answer = answers('api-error-40105');
    expect(await client().getBusiness(TOKEN, OPEN_ID)).toMatchObject({ ok: false, failure: { channelBroken: true } });
  });

  test('its videos, page by page', async () => {
    stub.answer = answers('api-video-list');
    expect(await client().listVideos(TOKEN, OPEN_ID, '1789900000000')).toEqual({
      ok: true,
      value: {
        videos: [{ id: '7300000000000000001', createdAt: new Date(1_789_800_000_000), comments: 3 }],
        nextCursor: null,
      },
    });
    const [path, query] = asked();
    expect(path).toBe('/open_api/v1.3/business/video/list/');
    expect(query).toMatchObject({ cursor: '1789900000000', max_count: '20' });
    expect(JSON.parse(query.fields ?? '')).toContain('item_id');
  });
});

describe('comments of TikTok', () => {
  const first = {
    id: '7310300000000000001',
    videoId: '7300000000000000001',
    parentId: null,
    text: 'How much?',
    from: { id: '+ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52', name: 'Cust' },
    isOwn: false,
    at: new Date(1_789_814_497_000),
    replies: 1,
    isHidden: false,
  };
  const reply = {
    ...first,
    id: '7310300000000000002',
    parentId: first.id,
    text: '120 EUR',
    from: { ...first.from, name: 'Biz' },
    isOwn: true,
    replies: 0,
  };

  test('of a video come newest first, with a cursor while there is more', async () => {
    stub.answer = answers('api-comment-list');
    expect(await client().listComments(TOKEN, OPEN_ID, first.videoId)).toEqual({
      ok: true,
      value: { comments: [first], nextCursor: '20' },
    });
    expect(asked()).toEqual([
      '/open_api/v1.3/business/comment/list/',
      {
        business_id: OPEN_ID,
        video_id: first.videoId,
        status: 'ALL',
        sort_field: 'create_time',
        sort_order: 'desc',
        max_count: '30',
      },
    ]);
  });

  test('below a comment are its replies', async () => {
    stub.answer = answers('api-comment-reply-list');
    expect(await client().listReplies(TOKEN, OPEN_ID, first.videoId, first.id, '7')).toEqual({
      ok: true,
      value: { comments: [reply], nextCursor: null },
    });
    expect(asked()).toMatchObject([
      '/open_api/v1.3/business/comment/reply/list/',
      { video_id: first.videoId, comment_id: first.id, cursor: '7' },
    ]);
  });

  test('that are hidden say so, and one without an id does not spoil the page', async () => {
    const [good] = (fixture('tt', 'api-comment-list') as { data: { comments: object[] } }).data.comments; // safe: the fixture's shape
    const comments = [null, 7, { text: 'no id' }, { ...good, status: 'HIDDEN', parent_comment_id: '0' }];
    stub.answer = json(200, { code: 0, message: 'OK', data: { comments, has_more: false } });
    expect(await client().listComments(TOKEN, OPEN_ID, '1')).toEqual({
      ok: true,
      value: { comments: [{ ...first, isHidden: true }], nextCursor: null },
    });
  });

  test('are answered by a comment that has an id', async () => {
    stub.answer = answers('api-comment-reply-create');
    const given = { videoId: first.videoId, commentId: first.id, text: '120 EUR' };
    expect(await client().replyToComment(TOKEN, OPEN_ID, given)).toEqual({
      kind: 'accepted',
      providerMessageId: reply.id,
      recipientAlias: null,
    });
    expect(stub.seen[0]).toMatchObject({
      path: '/open_api/v1.3/business/comment/reply/create/',
      body: fixture('tt', 'req-comment-reply-create'),
    });
    stub.answer = answers('api-error-40007');
    expect(await client().replyToComment(TOKEN, OPEN_ID, given)).toMatchObject({
      kind: 'refused',
      provider: { code: 40007, message: 'The target does not exist' },
    });
    stub.answer = answers('api-error-50000');
    expect(await client().replyToComment(TOKEN, OPEN_ID, given)).toMatchObject({ kind: 'unknown' });
  });
});

describe('files of TikTok', () => {
  const file = { bytes: Uint8Array.from([1, 2, 3]), filename: 'a.png', mimeType: 'image/png' };
  const media = { conversationId: CONVERSATION, messageId: 'm+/=', mediaId: 'v1', mediaType: 'image' as const };
  const open = () => client().openMedia(TOKEN, OPEN_ID, media);
  const withFile = (answer: ProviderStub['answer']): ProviderStub['answer'] => {
    const body = { code: 0, message: 'OK', data: { download_url: `${stub.origin}/files/x?sig=1` } };
    return (request, response) => (request.method === 'POST' ? json(200, body) : answer)(request, response);
  };

  test('an image is uploaded as a form', async () => {
    stub.answer = answers('api-media-upload');
    expect(await client().uploadImage(TOKEN, OPEN_ID, file)).toEqual({ ok: true, value: { mediaId: 'v12044gd0003' } });
    const [seen] = stub.seen;
    expect(seen).toMatchObject({
      path: '/open_api/v1.3/business/message/media/upload/',
      headers: { 'access-token': TOKEN, 'content-type': expect.stringMatching(/^multipart\/form-data; ?boundary=/) },
    });
    const parts = String(seen?.body);
    expect(parts).toMatch(new RegExp(`name="business_id"\r\n\r\n${OPEN_ID}\r\n`));
    expect(parts).toMatch(/name="media_type"\r\n\r\nIMAGE\r\n/);
    expect(parts).toContain('name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0001\u0002\u0003\r\n');
  });

  test.each([
    ['the provider’s own error', answers('api-error-40908'), false],
    ['a system error', answers('api-error-50000'), true],
    ['a broken connection', ((_request, response) => response.destroy()) satisfies ProviderStub['answer'], true],
  ])('an upload that ends in %s has sent nothing to anybody', async (_what, answer, safeToRetry) => {
    stub.answer = answer;
    expect(await client().uploadImage(TOKEN, OPEN_ID, file)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', safeToRetry },
    });
  });

  test('a received file is opened by its address, with the token in the header it wants', async () => {
    stub.answer = withFile((_request, response) => response.end('bytes'));
    const found = await open();
    const parts: Uint8Array[] = [];
    for await (const part of found?.body ?? []) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('bytes');
    expect(stub.seen).toMatchObject([
      {
        path: '/open_api/v1.3/business/message/media/download/',
        body: {
          business_id: OPEN_ID,
          conversation_id: CONVERSATION,
          message_id: 'm+/=',
          media_id: 'v1',
          media_type: 'IMAGE',
        },
      },
      { method: 'GET', path: '/files/x?sig=1', headers: { 'x-user': TOKEN } },
    ]);
  });

  test('a file that is gone is null', async () => {
    stub.answer = answers('api-error-40007');
    expect(await open()).toBeNull();
    stub.answer = withFile(html(404));
    expect(await open()).toBeNull();
  });

  test('a file is not taken for gone when TikTok is busy, away or lost its token', async () => {
    const attempts: [ProviderStub['answer'], number | null][] = [
      [answers('api-error-40102'), 401],
      [answers('api-error-40100'), 429],
      [answers('api-error-40002'), 400],
      [answers('api-error-50000'), null],
      [json(200, { code: 0, message: 'OK', data: { download_url: 'no address' } }), null],
      [withFile(html(502)), 502],
    ];
    for (const [answer, status] of attempts) {
      stub.answer = answer;
      const error: unknown = await open().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof FileRefused ? error.status : null).toBe(status);
      expect(JSON.stringify([error, String(error)])).not.toContain('secretsecret');
    }
  });
});
