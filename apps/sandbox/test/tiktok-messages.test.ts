import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture, shapeOf } from './open-sandbox.ts';
import { APP, OPEN_ID, openTiktok, PERSON, VIDEO } from './open-tiktok.ts';
import { until } from './until.ts';

const HOUR_MS = 3_600_000;
let nowMs = Date.parse('2026-09-19T12:00:00Z');
let box: Awaited<ReturnType<typeof openTiktok>>;
beforeEach(async () => {
  nowMs = Date.parse('2026-09-19T12:00:00Z');
  box = await openTiktok({ now: () => nowMs });
});
afterEach(() => box.close());

const send = (recipient: string, more: Record<string, unknown> = {}) =>
  box.post('/business/message/send/', {
    recipient_type: 'CONVERSATION',
    recipient,
    message_type: 'TEXT',
    text: { body: 'Hi' },
    ...more,
  });
const documented = (name: string) => {
  const { content, ...envelope } = fixture(`tt/${name}`);
  return { envelope: shapeOf({ ...envelope, content: '' }), content: shapeOf(JSON.parse(content)) };
};
const seen = (index = 0) => {
  const { content = '', ...envelope } = box.hooks[index]?.body ?? {};
  return { envelope: shapeOf({ ...envelope, content: '' }), content: shapeOf(JSON.parse(String(content))) };
};
const withoutId = (body: { code?: number }) => ({ ...body, request_id: 0 });

describe('webhooks of direct messages', () => {
  it.each([
    ['webhook-dm-text', { text: 'hello' }],
    ['webhook-dm-text-reply', { reply_to: 'u5Bx==' }],
    ['webhook-dm-image', { type: 'image' }],
    ['webhook-dm-video', { type: 'video' }],
    ['webhook-dm-sticker', { type: 'sticker' }],
    ['webhook-dm-emoji', { type: 'emoji' }],
    ['webhook-dm-share-post', { type: 'share_post' }],
    ['webhook-dm-referral', { type: 'referral' }],
    ['webhook-dm-mark-read', { type: 'mark_read' }],
    ['webhook-dm-receive-eu', { type: 'eu' }],
  ])('%s has the documented shape', async (name, message) => {
    await box.act('messages', message);
    expect(seen()).toEqual(documented(name));
    expect(box.hooks[0]?.body).toMatchObject({
      event: fixture(`tt/${name}`).event,
      user_openid: OPEN_ID,
      client_key: APP.id,
    });
  });

  it('report added and removed reactions', async () => {
    const { provider_message_id: target } = await box.act('messages');
    await box.act('reactions', { target, emoji: '❤️' });
    await box.act('reactions', { target, emoji: '❤️', action: 'removed' });
    expect([seen(1), seen(2)]).toEqual([
      documented('webhook-dm-reaction-add'),
      documented('webhook-dm-reaction-remove'),
    ]);
    expect(box.contents()[2]).toMatchObject({
      reaction: [{ operation: 'REMOVE', emoji: '❤️', original_msg_id: target, unique_identifier: PERSON }],
    });
  });

  it('are signed over the exact bytes, and repeated until they are accepted', async () => {
    box.answers.push(500);
    await box.act('messages', { text: 'ولا/é' });
    await until(() => box.hooks.length === 2);
    const [first, second] = box.hooks;
    expect(first?.path).toBe('/hooks/tiktok');
    expect(second?.raw.equals(first?.raw ?? Buffer.alloc(0))).toBe(true);
    const [, time, digest] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(String(first?.headers['tiktok-signature'])) ?? [];
    const expected = createHmac('sha256', APP.secret)
      .update(`${time}.`)
      .update(first?.raw ?? '')
      .digest('hex');
    expect([Number(time), digest]).toEqual([nowMs / 1000, expected]);
  });

  it('go to the address that the app registers', async () => {
    const config = { app_id: APP.id, secret: APP.secret, event_type: 'DIRECT_MESSAGE' };
    const callback_url = `${box.callbackOrigin}/elsewhere/tt`;
    const { body } = await box.call('POST', '/open_api/v1.3/business/webhook/update/', { ...config, callback_url });
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tt/api-webhook-update')));
    await box.act('messages');
    const list = () =>
      box.call('GET', `/open_api/v1.3/business/webhook/list/?${new URLSearchParams(config)}`).then(({ body }) => body);
    expect((await list()).data.callback_url).toBe(callback_url);
    const removed = await box.call('POST', '/open_api/v1.3/business/webhook/delete/', config);
    expect(removed.body.code).toBe(0);
    await box.act('messages');
    expect(box.hooks.map(({ path }) => path)).toEqual(['/elsewhere/tt', '/hooks/tiktok']);
    const forged = await box.call('POST', '/open_api/v1.3/business/webhook/update/', {
      ...config,
      secret: 'x',
      callback_url,
    });
    expect(forged.body.message).toBe('Param secret is invalid.');
  });

  it('report messages that the owner typed by hand, with their source', async () => {
    await box.act('inbox', { text: 'typed in the app' });
    expect(seen()).toEqual(documented('webhook-dm-echo-app'));
    expect(box.contents()[0]).toMatchObject({ message_tag: { source: 'APP' }, to_user: { id: PERSON } });
  });

  it('report that an authorization was revoked, and its tokens become invalid', async () => {
    await box.control('POST', `/accounts/tt/${OPEN_ID}/remove-authorization`);
    expect(seen()).toEqual(documented('webhook-authorization-removed'));
    expect((await box.get('/business/get/')).body.code).toBe(40105);
  });

  it('can be custom: forged, stale or unsigned', async () => {
    for (const signature of ['forged', 'stale', 'none'])
      await box.control('POST', '/webhooks/tt', { body: { event: 'x' }, signature });
    const [forged, stale, none] = box.hooks.map(({ headers }) => headers['tiktok-signature']);
    expect(String(forged)).toContain(`t=${nowMs / 1000},`);
    expect(String(stale)).toContain(`t=${nowMs / 1000 - 600},`);
    expect(none).toBeUndefined();
  });
});

describe('a direct message through the emulated API', () => {
  it('is accepted in a conversation that a person began, and echoed as ours', async () => {
    const { conversation_id: id } = await box.act('messages');
    const { body } = await send(id);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tt/api-message-send')));
    await until(() => box.hooks[1]);
    expect(seen(1)).toEqual(documented('webhook-dm-echo-api'));
    expect(box.contents()[1]).toMatchObject({
      message_id: body.data.message.message_id,
      message_tag: { source: 'API' },
      text: { body: 'Hi' },
    });
    const { sends } = (await box.control('GET', '/sent?channel=tt')).body;
    expect(sends).toMatchObject([
      { account: OPEN_ID, to: PERSON, text: 'Hi', provider_message_id: body.data.message.message_id },
    ]);
  });

  it('is echoed before its answer, or not at all, according to the settings', async () => {
    const { conversation_id: id } = await box.act('messages');
    await box.control('PUT', '/settings', { echoes: 'before' });
    await send(id);
    expect(box.hooks).toHaveLength(2);
    await box.control('PUT', '/settings', { echoes: 'off' });
    await send(id);
    await box.act('messages');
    expect(box.hooks.map(({ body }) => body.event)).toEqual(['im_receive_msg', 'im_send_msg', 'im_receive_msg']);
  });

  it('needs a conversation of the account, and content', async () => {
    const { conversation_id: id } = await box.act('messages');
    const refused = async (more: Record<string, unknown>, recipient = id) =>
      withoutId((await send(recipient, more)).body);
    const invalid = withoutId(fixture('tt/api-error-40002'));
    expect(await refused({}, 'u5Jnone==')).toEqual(invalid);
    await box.control('POST', '/accounts/tt', { open_id: 'other' });
    const { access_token: token } = await box.issue(undefined, 'other');
    const elsewhere = { business_id: 'other', recipient_type: 'CONVERSATION', recipient: id };
    const text = { message_type: 'TEXT', text: { body: 'x' } };
    expect(withoutId((await box.post('/business/message/send/', { ...elsewhere, ...text }, token)).body)).toEqual(
      invalid,
    );
    expect(await refused({ text: { body: ' ' } })).toMatchObject({ message: 'Param text.body is invalid.' });
    expect(await refused({ text: { body: 'x'.repeat(6001) } })).toMatchObject({ code: 40002 });
    expect(await refused({ message_type: 'VOICE' })).toMatchObject({ message: 'Param message_type is invalid.' });
    expect(await refused({ message_type: 'IMAGE', text: undefined, image: { media_id: 'v1' } })).toEqual(
      withoutId(fixture('tt/api-error-40007')),
    );
    expect((await box.control('GET', '/sent?channel=tt')).body.count).toBe(0);
  });

  const buttons = (count: number, title = 'Yes') =>
    Array.from({ length: count }, (_, at) => ({ type: 'REPLY', title: `${title}${at}`, id: `b${at}` }));
  const card = (given: Record<string, unknown>) => ({
    message_type: 'TEMPLATE',
    text: undefined,
    template: { type: 'QA_BUTTON_CARD', title: 'Tea?', buttons: buttons(2), ...given },
  });
  const post = (item_id: string) => ({ message_type: 'SHARE_POST', text: undefined, share_post: { item_id } });

  it('may be a card, a post of the account, or a text that quotes', async () => {
    const { conversation_id: id, provider_message_id: quoted } = await box.act('messages');
    const quote = { referenced_message_info: { referenced_message_id: quoted } };
    for (const content of [card({}), card({ type: 'QA_LINK_CARD' }), post(VIDEO), quote])
      expect((await send(id, content)).body.message).toBe('OK');
  });

  it.each<[string, Record<string, unknown>]>([
    ['a card without title', card({ title: undefined })],
    ['a long title of a card', card({ title: 'x'.repeat(41) })],
    ['four buttons', card({ buttons: buttons(4) })],
    ['no button', card({ buttons: [] })],
    ['a long title of a button', card({ buttons: buttons(1, 'x'.repeat(20)) })],
    ['a long id of a button', card({ buttons: [{ type: 'REPLY', title: 'x', id: 'y'.repeat(41) }] })],
    ['a button of another kind', card({ buttons: [{ type: 'URL', title: 'x', id: 'y' }] })],
    ['a card of another kind', card({ type: 'CARD' })],
    ['a text beside a card', { ...card({}), text: { body: 'x' } }],
    ['a card that quotes', { ...card({}), referenced_message_info: { referenced_message_id: 'm' } }],
    ['a quote of nothing', { referenced_message_info: { referenced_message_id: 'u5Bnone==' } }],
    ['a post of somebody else', post('7300000000000009999')],
    ['an action without its content', { message_type: 'SENDER_ACTION', text: undefined }],
    [
      'a recipient beside a comment',
      { direct_reply: { reply_type: 'COMMENT_REPLY', comment_reply: { comment_id: '1' } } },
    ],
  ])('refuses %s', async (_what, more) => {
    const { conversation_id: id } = await box.act('messages');
    expect((await send(id, more)).body.code).toBe(40002);
  });

  it('quotes no video', async () => {
    const { conversation_id: id, provider_message_id: video } = await box.act('messages', { type: 'video' });
    const refused = await send(id, { referenced_message_info: { referenced_message_id: video } });
    expect(refused.body.code).toBe(40002);
  });

  it('has images where the conversation takes them', async () => {
    const { conversation_id: id } = await box.act('messages');
    const ask = () =>
      box.get('/business/message/capabilities/get/', {
        conversation_id: id,
        conversation_type: 'SINGLE',
        capability_types: '["IMAGE_SEND"]',
      });
    expect(withoutId((await ask()).body)).toEqual(withoutId(fixture('tt/api-capabilities')));
    await box.control('PUT', '/settings/tt', { images: false });
    expect((await ask()).body.data.capability_infos).toMatchObject([{ capability_result: false }]);
    const image = { message_type: 'IMAGE', text: undefined, image: { media_id: 'v1' } };
    expect((await send(id, image)).body.code).toBe(40064);
  });

  it('with only a typing indicator creates no message', async () => {
    const { conversation_id: id } = await box.act('messages');
    const { body } = await send(id, { message_type: 'SENDER_ACTION', text: undefined, sender_action: 'TYPING' });
    expect(withoutId(body)).toEqual(withoutId(fixture('tt/api-message-sender-action')));
  });

  it('is blocked after 48 hours, after ten answers, and by the person', async () => {
    const blocked = withoutId(fixture('tt/api-error-40064'));
    const { conversation_id: id } = await box.act('messages');
    nowMs += 48 * HOUR_MS;
    const { access_token: fresh } = await box.issue();
    const again = () =>
      box
        .post(
          '/business/message/send/',
          { recipient_type: 'CONVERSATION', recipient: id, message_type: 'TEXT', text: { body: 'x' } },
          fresh,
        )
        .then(({ body }) => withoutId(body));
    expect((await again()).code).toBe(0);
    nowMs += 1;
    expect(await again()).toEqual(blocked);
    await box.act('messages');
    for (let count = 0; count < 10; count++) expect((await again()).code).toBe(0);
    expect(await again()).toEqual(blocked);
    await box.control('PUT', '/settings', { window: 'off' });
    expect((await again()).code).toBe(0);
    await box.describePerson({ reach: 'blocked' });
    expect(await again()).toEqual(blocked);
  });

  it('is answered by the person if the settings enable it', async () => {
    const { conversation_id: id } = await box.act('messages');
    await box.control('PUT', '/settings', { auto_reply: 'echo', echoes: 'off' });
    await send(id);
    await until(() => box.hooks[1]);
    expect(box.contents()[1]).toMatchObject({ text: { body: 'You wrote: Hi' } });
  });

  it.each([
    [{ mode: 'error', code: 50000 }, fixture('tt/api-error-50000')],
    [{ mode: 'rate_limit' }, fixture('tt/api-error-40100')],
  ])('gets TikTok’s error for the fault %j, with HTTP 200', async (fault, error) => {
    const { conversation_id: id } = await box.act('messages');
    await box.control('POST', '/faults', { provider: 'tt', match: { path: '/message/send/', to: id }, ...fault });
    const { status, body } = await send(id);
    expect([status, withoutId(body)]).toEqual([200, withoutId(error)]);
    expect((await send(id)).body.code).toBe(0);
  });

  it('can lose its answer after it was accepted', async () => {
    const { conversation_id: id } = await box.act('messages');
    await box.control('POST', '/faults', { provider: 'tt', mode: 'reset', after_accept: true });
    await expect(send(id)).rejects.toThrow();
    expect((await box.control('GET', '/sent?channel=tt')).body.count).toBe(1);
  });
});

describe('files of the emulated TikTok', () => {
  const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64');
  const upload = async (bytes: Buffer) => {
    const form = new FormData();
    form.set('business_id', OPEN_ID);
    form.set('media_type', 'IMAGE');
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
    const address = `${box.sandbox.url}/open_api/v1.3/business/message/media/upload/`;
    const response = await fetch(address, { method: 'POST', body: form, headers: { 'access-token': box.token } });
    // safe: the documented shape, which is compared below
    return (await response.json()) as { code: number; data: { media_id: string } };
  };

  it('are uploaded as pictures of at most 3 MB, and sent', async () => {
    const body = await upload(PNG);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tt/api-media-upload')));
    const { conversation_id: id } = await box.act('messages');
    const { data } = body;
    expect((await send(id, { message_type: 'IMAGE', text: undefined, image: data })).body.code).toBe(0);
    await until(() => box.hooks[1]);
    expect(box.contents()[1]).toMatchObject({ type: 'image', image: data });
    expect(withoutId(await upload(Buffer.from('GIF89a')))).toEqual(withoutId(fixture('tt/api-error-40908')));
    expect(await upload(Buffer.concat([PNG, Buffer.alloc(3 * 1024 * 1024)]))).toMatchObject({ code: 40002 });
  });

  it('of received messages are opened with the token, for a day', async () => {
    const media = { base64: 'aGVsbG8=', mime_type: 'image/jpeg' };
    const { conversation_id, provider_message_id: message_id } = await box.act('messages', { type: 'image', media });
    const { image } = box.contents()[0] as { image: { media_id: string } };
    const asked = { conversation_id, message_id, ...image, media_type: 'IMAGE' };
    const { body } = await box.post('/business/message/media/download/', asked);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tt/api-media-download')));
    const open = (token: string) => fetch(body.data.download_url, { headers: { 'x-user': token } });
    const file = await open(box.token);
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['image/jpeg', 'hello']);
    expect((await open('act.none')).status).toBe(403);
    const other = await box.post('/business/message/media/download/', { ...asked, message_id: 'u5Bother==' });
    expect(other.body.code).toBe(40007);
    nowMs += 25 * HOUR_MS;
    const { access_token: fresh } = await box.issue();
    expect((await open(fresh)).status).toBe(404);
  });
});
