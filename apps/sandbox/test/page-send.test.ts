import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proveAppSecret } from '../src/providers/graph/wire/sign-webhook.ts';
import { eventsOf, IGSID, INSTAGRAM, openPage, PAGE, PAGE_TOKEN, PSID } from './open-page.ts';
import { fixture, shapeOf } from './open-sandbox.ts';
import { until } from './until.ts';

let box: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  box = await openPage();
});
afterEach(() => box.close());

const withoutTrace = (body: { error: Record<string, unknown> }) => ({ error: { ...body.error, fbtrace_id: 'x' } });
const refusal = (path: string) => withoutTrace(fixture(path));
const sent = async (query = '') => (await box.call('GET', `/sandbox/sent?${query}`)).body;
const HOURS_AGO_25 = new Date(Date.now() - 25 * 3_600_000).toISOString();

describe('sending as a page', () => {
  it('an accepted send returns the documented shape and is listed with its metadata', async () => {
    await box.write('fb', { text: 'hello' });
    const answer = await box.send(PSID, { text: 'hello, world', metadata: '42' });
    expect(answer.status).toBe(200);
    expect(shapeOf(answer.body)).toEqual(shapeOf(fixture('fb/api-send-ok')));
    expect(answer.body.recipient_id).toBe(PSID);
    const { sends, count } = await sent('channel=fb');
    expect(count).toBe(1);
    expect(sends[0]).toMatchObject({
      account: PAGE,
      to: PSID,
      provider_message_id: answer.body.message_id,
      text: 'hello, world',
      callback_data: '42',
      body: { messaging_type: 'RESPONSE' },
    });
  });

  it('reaches people on Instagram through the page’s id and through the account’s own', async () => {
    await box.write('ig', { text: 'hello' });
    const byPage = await box.send(IGSID, { text: 'one' });
    expect(shapeOf(byPage.body)).toEqual(shapeOf(fixture('ig/api-send-ok')));
    expect(byPage.body.message_id.length).toBeGreaterThan(100);
    await box.page('POST', `/${INSTAGRAM}/messages`, { recipient: { id: IGSID }, message: { text: 'two' } });
    expect((await sent('channel=ig')).sends.map((send: { text: string }) => send.text)).toEqual(['one', 'two']);
  });

  it('refuses people who never wrote, or wrote too long ago, with each platform’s error', async () => {
    const stranger = await box.send('999', { text: 'x' });
    expect(withoutTrace(stranger.body)).toEqual(refusal('fb/api-error-no-user-100-2018001'));
    const onInstagram = await box.page('POST', `/${INSTAGRAM}/messages`, {
      recipient: { id: '999' },
      message: { text: 'x' },
    });
    expect(onInstagram.body.error).toMatchObject({ code: 100, error_subcode: 2534014 });
    for (const channel of ['fb', 'ig'] as const) await box.write(channel, { text: 'hi', at: HOURS_AGO_25 });
    expect(withoutTrace((await box.send(PSID, { text: 'x' })).body)).toEqual(refusal('fb/api-error-window-10-2018278'));
    expect(withoutTrace((await box.send(IGSID, { text: 'x' })).body)).toEqual(
      refusal('ig/api-error-window-10-2534022'),
    );
    const tagged = await box.send(PSID, { text: 'x' }, { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
    expect(tagged.status).toBe(200);
    for (const tag of ['ACCOUNT_UPDATE', 'CONFIRMED_EVENT_UPDATE', 'POST_PURCHASE_UPDATE'])
      expect((await box.send(PSID, { text: 'x' }, { messaging_type: 'MESSAGE_TAG', tag })).body.error.code).toBe(100);
    await box.call('PUT', `/sandbox/customers/fb/${PSID}`, { reach: 'blocked' });
    const blocked = await box.send(PSID, { text: 'x' });
    expect(withoutTrace(blocked.body)).toEqual(refusal('fb/api-error-unavailable-551-1545041'));
  });

  it('limits text to 2000 characters on Messenger and to 1000 bytes on Instagram', async () => {
    for (const channel of ['fb', 'ig'] as const) await box.write(channel, { text: 'hi' });
    expect((await box.send(PSID, { text: 'م'.repeat(2000) })).status).toBe(200);
    expect((await box.send(PSID, { text: 'م'.repeat(2001) })).body.error.code).toBe(100);
    expect((await box.send(IGSID, { text: 'م'.repeat(500) })).status).toBe(200);
    expect((await box.send(IGSID, { text: 'م'.repeat(501) })).body.error.code).toBe(100);
    expect((await box.send(PSID, { text: ' ' })).body.error.code).toBe(100);
    expect((await box.send(PSID, {})).body.error.code).toBe(100);
  });

  it('accepts attachments by address, one at a time and without text', async () => {
    await box.write('fb', { text: 'hi' });
    const image = (url?: string) => ({ type: 'image', payload: { url, is_reusable: true } });
    const accepted = await box.send(PSID, { attachment: image('https://example.com/a.jpg') });
    expect(accepted.body).toMatchObject({ recipient_id: PSID, attachment_id: expect.any(String) });
    const refused = [
      { attachment: image('https://example.com/a.jpg'), text: 'caption' },
      { attachment: image('ftp://example.com/a.jpg') },
      { attachment: image() },
      { attachment: { type: 'hologram', payload: { url: 'https://example.com/a' } } },
    ];
    for (const message of refused) expect((await box.send(PSID, message)).body.error.code).toBe(100);
  });

  // docs/reference/fb.md#sending
  it('takes a quote beside the message, and refuses it within', async () => {
    for (const channel of ['fb', 'ig'] as const) await box.write(channel, { text: 'hi' });
    for (const to of [PSID, IGSID]) {
      expect((await box.send(to, { text: 'x' }, { reply_to: { mid: 'm_1' } })).status).toBe(200);
      const within = await box.send(to, { text: 'x', reply_to: { mid: 'm_1' } });
      expect(within.body.error).toMatchObject({
        code: 100,
        message: '(#100) Invalid keys "reply_to" were found in param "message"',
      });
    }
  });

  const button = { type: 'postback', title: 'No', payload: 'n' };
  const reply = { content_type: 'text', title: 'No', payload: 'n' };
  const template = (payload: Record<string, unknown>) => ({ attachment: { type: 'template', payload } });
  const url = 'https://example.com/a.jpg';
  const list = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
  it.each<[string, Record<string, unknown>, number]>([
    ['an unknown member of an attachment', { attachment: { type: 'image', payload: { url }, caption: 'x' } }, 100],
    ['an unknown member of a file', { attachment: { type: 'image', payload: { url, caption: 'x' } } }, 100],
    ['fourteen quick replies', { text: 'x', quick_replies: list(14, reply) }, 105],
    ['no quick reply in a list of them', { text: 'x', quick_replies: [] }, 194],
    ['a long title of a quick reply', { text: 'x', quick_replies: [{ ...reply, title: 'x'.repeat(21) }] }, 100],
    ['a quick reply without payload', { text: 'x', quick_replies: [{ content_type: 'text', title: 'No' }] }, 100],
    ['an unknown member of a quick reply', { text: 'x', quick_replies: [{ ...reply, id: 'n' }] }, 100],
    ['an unknown kind of quick reply', { text: 'x', quick_replies: [{ ...reply, content_type: 'location' }] }, 100],
    ['a template of an unknown kind', template({ template_type: 'carousel' }), 100],
    ['four buttons', template({ template_type: 'button', text: 'x', buttons: list(4, button) }), 105],
    ['no button', template({ template_type: 'button', text: 'x', buttons: [] }), 194],
    ['a long text above buttons', template({ template_type: 'button', text: 'x'.repeat(641), buttons: [button] }), 100],
    [
      'a button with a member of another kind',
      template({ template_type: 'button', text: 'x', buttons: [{ ...button, url }] }),
      100,
    ],
    ['eleven elements', template({ template_type: 'generic', elements: list(11, { title: 'x' }) }), 105],
    ['long metadata', { text: 'x', metadata: 'x'.repeat(1001) }, 100],
    ['text beside several images', { text: 'x', attachments: [{ type: 'image', payload: { url } }] }, 100],
  ])('refuses %s', async (_what, message, code) => {
    await box.write('fb', { text: 'hi' });
    expect((await box.send(PSID, message)).body.error.code).toBe(code);
  });

  it.each<[string, Record<string, unknown>]>([
    ['two recipients', { recipient: { id: PSID, comment_id: '1_2' }, message: { text: 'x' } }],
    ['an unknown member of the recipient', { recipient: { id: PSID, name: 'x' }, message: { text: 'x' } }],
    ['a tag without its type', { message: { text: 'x' }, tag: 'HUMAN_AGENT' }],
    ['a type without its tag', { message: { text: 'x' }, messaging_type: 'MESSAGE_TAG' }],
    ['a message with a sender action', { message: { text: 'x' }, sender_action: 'typing_on' }],
    ['a sender action with a type', { sender_action: 'typing_on', messaging_type: 'RESPONSE' }],
    ['a reaction without its message', { sender_action: 'react', payload: { reaction: '😀' } }],
    ['a reaction that is no emoji', { sender_action: 'react', payload: { message_id: 'm', reaction: 'smile' } }],
    ['the end of a reaction with one', { sender_action: 'unreact', payload: { message_id: 'm', reaction: '😀' } }],
    ['a payload without a reaction', { message: { text: 'x' }, payload: { message_id: 'm' } }],
  ])('refuses %s', async (_what, body) => {
    await box.write('fb', { text: 'hi' });
    const answer = await box.page('POST', `/${PAGE}/messages`, { recipient: { id: PSID }, ...body });
    expect(answer.body.error?.code).toBe(100);
  });

  it('fetches an address once if the settings enable it, and refuses one that cannot be fetched', async () => {
    let hits = 0;
    const files = createServer((request, response) => {
      hits++;
      response.statusCode = request.url === '/a.jpg' ? 200 : 404;
      response.end('bytes');
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`; // safe: listening on TCP
    try {
      await box.call('PUT', '/sandbox/settings', { fetch_attachments: true });
      await box.write('fb', { text: 'hi' });
      const send = (path: string) => box.send(PSID, { attachment: { type: 'image', payload: { url: origin + path } } });
      expect((await send('/a.jpg')).status).toBe(200);
      expect(hits).toBe(1);
      expect((await send('/b.jpg')).body.error).toMatchObject({ code: 100, error_subcode: 2018008 });
      expect((await sent()).count).toBe(1);
    } finally {
      files.close();
    }
  });

  it('answers sender actions without a message', async () => {
    await box.write('fb', { text: 'hi' });
    const answer = await box.page('POST', '/me/messages', { recipient: { id: PSID }, sender_action: 'typing_on' });
    expect(answer.body).toEqual({ recipient_id: PSID });
    expect((await sent()).count).toBe(0);
  });

  it('refuses tokens that are missing, foreign, unproven, invalidated or lack the permission', async () => {
    await box.write('fb', { text: 'hi' });
    const body = { recipient: { id: PSID }, message: { text: 'x' } };
    expect((await box.call('POST', `/v23.0/${PAGE}/messages`, body)).body.error.code).toBe(104);
    expect((await box.page('POST', `/${PAGE}/messages`, body, 'nonsense')).body.error.code).toBe(190);
    const other = await box.call('POST', '/sandbox/accounts/fb', { name: 'Other' });
    expect((await box.page('POST', `/${PAGE}/messages`, body, other.body.page.token)).body.error.error_subcode).toBe(
      33,
    );
    const proven = (proof: string) => box.page('POST', `/${PAGE}/messages?appsecret_proof=${proof}`, body);
    expect((await proven('00')).body.error.code).toBe(100);
    expect((await proven(proveAppSecret(PAGE_TOKEN, 'secret'))).status).toBe(200);
    await box.call('POST', `/sandbox/accounts/fb/${PAGE}/revoke-token`);
    const revoked = await box.page('POST', `/${PAGE}/messages`, body);
    expect(withoutTrace(revoked.body)).toEqual(refusal('fb/api-error-token-190-460-password-changed'));
  });

  it('leaves WhatsApp’s numbers unchanged', async () => {
    const wa = await box.graph('GET', '/106540352242922');
    expect(wa.body.id).toBe('106540352242922');
    expect((await box.graph('GET', `/${PAGE}`)).body.error.code).toBe(190);
  });
});

describe('the webhooks after a send', () => {
  const settings = (given: Record<string, unknown>) => box.call('PUT', '/sandbox/settings', given);

  it('include the echo with app and metadata, after the answer', async () => {
    await box.write('fb', { text: 'hi' });
    const { body } = await box.send(PSID, { text: 'answer', metadata: 'DATA' });
    await until(() => box.hooks.length === 2);
    expect(shapeOf(box.hooks[1]?.body).map((path) => path.replace('app_id:string', 'app_id:number'))).toEqual(
      shapeOf(fixture('fb/webhook-doc-message-echo')),
    );
    expect(eventsOf(box)[1]).toMatchObject({
      sender: { id: PAGE },
      recipient: { id: PSID },
      message: { is_echo: true, app_id: 'demo-meta-app', metadata: 'DATA', mid: body.message_id, text: 'answer' },
    });
  });

  it('include the echo before the answer, or none, according to the settings', async () => {
    await box.write('ig', { text: 'hi' });
    await settings({ echoes: 'before' });
    const { body } = await box.send(IGSID, { text: 'Hi there' });
    expect(shapeOf(box.hooks[1]?.body)).toEqual(shapeOf(fixture('ig/webhook-doc-echo')));
    expect(eventsOf(box)[1]?.message).toMatchObject({ mid: body.message_id });
    await settings({ echoes: 'off' });
    await box.send(IGSID, { text: 'silent' });
    expect((await box.call('GET', '/sandbox/state')).body.pending.receipts).toBe(0);
  });

  it('include delivered and read by watermark on Messenger, and seen by message id on Instagram', async () => {
    for (const channel of ['fb', 'ig'] as const) await box.write(channel, { text: 'hi' });
    await settings({ receipts: 'all', echoes: 'off' });
    const onMessenger = await box.send(PSID, { text: 'a' });
    await until(() => box.hooks.length === 4);
    const [, , delivered, read] = eventsOf(box);
    const at = Date.parse((await sent('channel=fb')).sends[0].at);
    expect(delivered?.delivery).toEqual({ mids: [onMessenger.body.message_id], watermark: at });
    expect(read?.read).toEqual({ watermark: at });
    expect(shapeOf(box.hooks[3]?.body)).toEqual(shapeOf(fixture('fb/webhook-doc-read')));
    const onInstagram = await box.send(IGSID, { text: 'b' });
    await until(() => box.hooks.length === 5);
    expect(shapeOf(box.hooks[4]?.body)).toEqual(shapeOf(fixture('ig/webhook-doc-seen')));
    expect(eventsOf(box)[4]?.read).toEqual({ mid: onInstagram.body.message_id });
  });

  it('can be sent by hand: a watermark without ids, or seen up to a message', async () => {
    const tell = (channel: string, id: string, what: string, body: unknown) =>
      box.call('POST', `/sandbox/customers/${channel}/${id}/${what}`, body);
    await tell('fb', PSID, 'delivered', { mids: false, watermark: 5 });
    await tell('ig', IGSID, 'seen', { mid: 'aWdf_last_seen' });
    expect(shapeOf(box.hooks[0]?.body)).toEqual(shapeOf(fixture('fb/webhook-doc-delivery-watermark-only')));
    expect(eventsOf(box)[1]?.read).toEqual({ mid: 'aWdf_last_seen' });
  });
});

describe('faults of pages', () => {
  const fault = (given: Record<string, unknown>) => box.call('POST', '/sandbox/faults', given);

  it('hit the channel of the person, and use Graph’s own format', async () => {
    for (const channel of ['fb', 'ig'] as const) await box.write(channel, { text: 'hi' });
    await fault({ provider: 'ig', mode: 'rate_limit', retry_after: 120, match: { to: IGSID } });
    expect((await box.send(PSID, { text: 'x' })).status).toBe(200);
    const limited = await fetch(`${box.sandbox.url}/v23.0/${PAGE}/messages?access_token=${PAGE_TOKEN}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipient: { id: IGSID }, message: { text: 'x' } }),
    });
    const usage = JSON.parse(limited.headers.get('x-business-use-case-usage') ?? '{}');
    expect(usage['0'][0].estimated_time_to_regain_access).toBe(2);
    expect(await limited.json()).toMatchObject({ error: { code: 613 } });
    await fault({ provider: 'fb', mode: 'error', code: 2 });
    const transient = await box.send(PSID, { text: 'x' });
    expect(withoutTrace(transient.body)).toEqual(refusal('fb/api-error-transient-2'));
    expect(transient.status).toBe(500);
  });

  it('can accept the send and break the connection before the answer', async () => {
    await box.write('fb', { text: 'hi' });
    await fault({ provider: 'fb', mode: 'reset', after_accept: true, match: { path: '/messages' } });
    await expect(box.send(PSID, { text: 'lost' })).rejects.toThrow();
    expect((await sent()).sends[0].text).toBe('lost');
  });
});
