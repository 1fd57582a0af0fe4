import { describe, expect, test } from 'vitest';
import { fixture } from './fixture.ts';
import { answers, openMessengerClient, PAGE_TOKEN, PERSON, proven } from './open-messenger-client.ts';
import { html, json } from './provider-stub.ts';

const { stub, client, asked } = await openMessengerClient();

describe('comments', () => {
  test.each([
    ['fb', '122100000000_987654321', 'comments', 'api-comment-reply-created', '122100000000_987654401'],
    ['ig', '18000000000000001', 'replies', 'api-comment-reply-ok', '17873440459141021'],
  ] as const)('of %s are answered with a comment that has an id', async (platform, commentId, edge, name, id) => {
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

  test('of Facebook are shown with its fields', async () => {
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

  test('of Instagram are shown with its fields', async () => {
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
