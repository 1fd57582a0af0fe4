import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import { describe, expect, test } from 'vitest';
import { fixture } from './fixture.ts';
import { APP, answers, failed, OPEN_ID, openTiktokClient, TOKEN } from './open-tiktok-client.ts';
import { json } from './provider-stub.ts';

const { stub, client, asked } = await openTiktokClient();

describe('tokens of TikTok', () => {
  const tokens = {
    openId: 'openid',
    accessToken: 'act.token',
    refreshToken: 'rft.token',
    expiresInSeconds: 86_400,
    scopes: expect.arrayContaining(['comment.list', 'user.info.basic']),
  };

  test('a code becomes tokens, with the scopes that were actually granted', async () => {
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

  test('a refresh returns the tokens that are valid from then on', async () => {
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
  ])('a refresh refused with %j shows whether the owner must authorize again', async (body, channelBroken) => {
    stub.answer = json(200, body);
    expect(await client().refreshToken('rft.old')).toMatchObject({ ok: false, failure: { channelBroken } });
  });

  test('a refresh that may have happened is unknown', async () => {
    stub.answer = answers('api-error-50000');
    expect(await client().refreshToken('rft.old')).toMatchObject({ ok: false, failure: { kind: 'unknown' } });
    stub.answer = json(200, { code: 0, message: 'OK', data: { access_token: 'a' } });
    expect(await client().refreshToken('rft.old')).toMatchObject({ ok: false, failure: { kind: 'unknown' } });
  });

  test('a token is revoked', async () => {
    stub.answer = answers('api-oauth-revoke-resp');
    expect(await client().revokeToken(TOKEN)).toMatchObject({ ok: true });
    expect(stub.seen[0]).toMatchObject({
      path: '/open_api/v1.3/tt_user/oauth2/revoke/',
      body: { client_id: APP.appId, client_secret: APP.appSecret, access_token: TOKEN },
    });
  });

  test('without an app no request is made', async () => {
    const bare = makeTiktokClient({ baseUrl: stub.origin, timeoutMs: 2000 });
    expect(await bare.exchangeCode({ code: 'c', redirectUri: 'https://p.example/' })).toMatchObject({ ok: false });
    expect(await bare.refreshToken('r')).toMatchObject({ ok: false, failure: { channelBroken: false } });
    expect(await bare.revokeToken('a')).toMatchObject({ ok: false });
    expect(stub.seen).toEqual([]);
  });
});

describe('the data of an account', () => {
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

  test('of a video are listed newest first, with a cursor while there are more', async () => {
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

  test('of a comment are its replies', async () => {
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

  test('are marked as hidden, and one without an id does not break the page', async () => {
    const [good] = (fixture('tt', 'api-comment-list') as { data: { comments: object[] } }).data.comments; // safe: the fixture's shape
    const comments = [null, 7, { text: 'no id' }, { ...good, status: 'HIDDEN', parent_comment_id: '0' }];
    stub.answer = json(200, { code: 0, message: 'OK', data: { comments, has_more: false } });
    expect(await client().listComments(TOKEN, OPEN_ID, '1')).toEqual({
      ok: true,
      value: { comments: [{ ...first, isHidden: true }], nextCursor: null },
    });
  });

  test('are answered with a comment that has an id', async () => {
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
