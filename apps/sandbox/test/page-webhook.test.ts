import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, IGSID, INSTAGRAM, openPage, PAGE, PSID } from './open-page.ts';
import { fixture, shapeOf } from './open-sandbox.ts';
import { until } from './until.ts';

let box: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  box = await openPage();
});
afterEach(() => box.close());

const lastEvent = () => until(() => eventsOf(box).at(-1));
const lastHook = () => until(() => box.hooks.at(-1));
const react = (channel: 'fb' | 'ig', emoji: string | null) =>
  box.call('POST', `/sandbox/customers/${channel}/${channel === 'fb' ? PSID : IGSID}/reactions`, {
    target: 'mid_1',
    emoji,
  });

describe('webhooks of a page', () => {
  it('go to /hooks/meta, signed over raw bytes in which everything outside ASCII is escaped', async () => {
    await box.write('fb', { text: 'سلام 👍' });
    const hook = await lastHook();
    expect(hook.path).toBe('/hooks/meta');
    expect(hook.raw.toString('latin1')).toContain('\\u0633');
    const signature = createHmac('sha256', 'secret').update(hook.raw).digest('hex');
    expect(hook.headers['x-hub-signature-256']).toBe(`sha256=${signature}`);
    expect(hook.body).toMatchObject({ object: 'page', entry: [{ id: PAGE }] });
    expect(await lastEvent()).toMatchObject({
      sender: { id: PSID },
      recipient: { id: PAGE },
      message: { text: 'سلام 👍' },
    });
  });

  it('are posted only for the fields that the page is subscribed to', async () => {
    await box.call('POST', '/sandbox/accounts/fb', { id: PAGE, subscribed: ['messages'] });
    expect((await react('fb', '👍')).body.callbacks).toEqual([null]);
    expect((await box.write('fb', { text: 'hi' })).body.callbacks[0].status).toBe(200);
    await box.call('POST', '/sandbox/accounts/fb', { id: PAGE, subscribed: false });
    for (const channel of ['fb', 'ig'] as const) {
      expect((await box.write(channel, { text: 'hi' })).body.callbacks).toEqual([null]);
    }
    expect(box.hooks).toHaveLength(1);
  });

  it('of a conversation that another app has are posted as standby, to a page that is subscribed to it', async () => {
    const write = (channel: 'fb' | 'ig') => box.write(channel, { text: 'hi', form: 'standby' });
    await box.call('POST', '/sandbox/accounts/fb', { id: PAGE, subscribed: ['messages'] });
    expect((await write('fb')).body.callbacks).toEqual([null]);
    await box.call('POST', '/sandbox/accounts/fb', { id: PAGE, subscribed: ['messages', 'standby'] });
    for (const channel of ['fb', 'ig'] as const) {
      await write(channel);
      const messages = [{ id: channel === 'fb' ? PAGE : INSTAGRAM, standby: [{ message: { text: 'hi' } }] }];
      const { body } = await lastHook();
      expect(body).toMatchObject({ entry: messages });
      expect(JSON.stringify(body)).not.toContain('"messaging"');
    }
  });

  it('are repeated until they are accepted, and as often as requested', async () => {
    box.answers.push(503);
    await box.write('fb', { text: 'hi', times: 2 });
    await until(() => box.hooks.length === 3);
    expect(new Set(box.hooks.map(({ raw }) => raw.toString())).size).toBe(1);
  });

  it.each([
    [
      'multi-attachments',
      { attachments: ['image', 'video', 'audio', 'document'].map((type) => ({ type })), type: 'image' },
    ],
    ['sticker-2026', { type: 'sticker', sticker_form: 'sticker' }],
  ])('have the documented shape for a person’s %s', async (name, message) => {
    await box.write('fb', message);
    expect(shapeOf((await lastHook()).body)).toEqual(shapeOf(fixture(`fb/webhook-doc-${name}`)));
  });

  it('carry every attachment of a message that has several', async () => {
    await box.write('fb', { type: 'image', attachments: [{ type: 'image' }, { type: 'document' }] });
    const { message } = (await lastEvent()) as { message?: { attachments: { type: string }[] } };
    expect(message?.attachments.map(({ type }) => type)).toEqual(['image', 'file']);
  });

  it.each([
    ['fb', 'location', 'location'],
    ['fb', 'fallback', 'fallback'],
    ['fb', 'template', 'template'],
    ['fb', 'reel', 'reel'],
    ['fb', 'post', 'post'],
    ['fb', 'sticker', 'image'],
    ['ig', 'reel', 'ig_reel'],
    ['ig', 'post', 'ig_post'],
    ['ig', 'share', 'share'],
    ['ig', 'story_mention', 'story_mention'],
    ['ig', 'like_heart', 'like_heart'],
    ['ig', 'ephemeral', 'ephemeral'],
  ] as const)('on %s name what was shared as %s: %s', async (channel, type, wire) => {
    await box.write(channel, { type });
    const { message } = (await lastEvent()) as { message?: { attachments: { type: string }[] } };
    expect(message?.attachments.map((attachment) => attachment.type)).toEqual([wire]);
  });

  it('contain addresses of files that anyone with the address can fetch', async () => {
    await box.write('fb', { type: 'document', media: { base64: 'aGVsbG8=', filename: 'a.pdf' } });
    const { message } = (await lastEvent()) as { message?: { attachments: { payload: { url: string } }[] } };
    const answer = await fetch(message?.attachments[0]?.payload.url ?? '');
    expect(await answer.text()).toBe('hello');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
  });

  it('report buttons, quick replies, replies, edits and revocations', async () => {
    await box.write('fb', { type: 'button', text: 'Get started', payload: 'START' });
    await box.write('fb', { type: 'button_reply', text: 'Yes', payload: 'YES' });
    await box.write('fb', { text: 'this one', reply_to: 'mid_1' });
    await box.write('fb', { type: 'edited', target: 'mid_1', text: 'fixed' });
    await box.write('fb', { type: 'revoked', target: 'mid_1' });
    await box.write('fb', { type: 'referral', payload: 'spring' });
    const [postback, quick, reply, edit, taken, referral] = eventsOf(box);
    expect(postback?.postback).toMatchObject({ title: 'Get started', payload: 'START' });
    expect(quick?.message).toMatchObject({ text: 'Yes', quick_reply: { payload: 'YES' } });
    expect(reply?.message).toMatchObject({ text: 'this one', reply_to: { mid: 'mid_1' } });
    expect(edit?.message_edit).toEqual({ mid: 'mid_1', text: 'fixed', num_edit: 1 });
    expect(taken?.message).toEqual({ mid: 'mid_1', is_deleted: true });
    expect(referral?.referral).toMatchObject({ ref: 'spring', type: 'OPEN_THREAD' });
  });

  it('report reactions with their names, and their removal without', async () => {
    await react('fb', '😢');
    await react('fb', null);
    const [added, removed] = box.hooks;
    expect(shapeOf(added?.body)).toEqual(shapeOf(fixture('fb/webhook-restfb-messaging-reaction-1')));
    expect(shapeOf(removed?.body)).toEqual(shapeOf(fixture('fb/webhook-restfb-messaging-reaction-2')));
    expect(eventsOf(box)[0]?.reaction).toMatchObject({ reaction: 'sad', action: 'react' });
  });

  it('report messages typed in the page’s inbox as echoes of another app', async () => {
    await box.call('POST', `/sandbox/customers/fb/${PSID}/inbox`, { text: 'typed by a human' });
    const expected = fixture('fb/webhook-doc-message-echo-from-inbox-no-app-id');
    expect(shapeOf((await lastHook()).body)).toEqual(shapeOf(expected));
    expect((await lastEvent()).message).toMatchObject({ app_id: 263902037430900, is_echo: true });
  });

  it('can be posted as raw bytes', async () => {
    await box.call('POST', '/sandbox/webhooks/raw', {
      provider: 'ig',
      body: fixture('ig/webhook-doc-self'),
      signature: 'forged',
    });
    const hook = await lastHook();
    expect(hook.body).toEqual(fixture('ig/webhook-doc-self'));
    const signature = createHmac('sha256', 'secret').update(hook.raw).digest('hex');
    expect(hook.headers['x-hub-signature-256']).not.toBe(`sha256=${signature}`);
  });
});

describe('webhooks of an Instagram account', () => {
  it.each([
    ['text', { text: 'Hello' }],
    ['reply-to', { text: 'yes', reply_to: 'aWdf_orig' }],
    ['quick-reply', { type: 'button_reply', text: 'Yes', payload: 'YES' }],
    ['message-edit', { type: 'edited', target: 'aWdf_orig', text: 'fixed' }],
    ['deleted', { type: 'revoked', target: 'aWdf_orig' }],
    ['unsupported', { type: 'unsupported' }],
    ['reaction', { type: 'reaction', target: 'aWdf_orig', emoji: '❤️' }],
    ['unreaction', { type: 'reaction', target: 'aWdf_orig', emoji: null }],
    ['story-reply', { type: 'story_reply', text: 'wow' }],
    ['story-mention', { type: 'story_mention' }],
    ['share', { type: 'share' }],
    ['ig-post', { type: 'post' }],
    ['ig-reel', { type: 'reel' }],
  ])('have the documented shape for a person’s %s', async (name, message) => {
    await box.write('ig', message);
    expect(shapeOf((await lastHook()).body)).toEqual(shapeOf(fixture(`ig/webhook-doc-${name}`)));
  });

  it('can wrap an event as a change', async () => {
    await box.write('ig', { text: 'Hello', form: 'changes' });
    expect((await lastHook()).body).toMatchObject({
      object: 'instagram',
      entry: [{ id: INSTAGRAM, changes: [{ field: 'messages', value: { message: { text: 'Hello' } } }] }],
    });
  });

  it('follow when a customer answers a send automatically', async () => {
    await box.write('ig', { text: 'hi' });
    await box.call('PUT', '/sandbox/settings', { auto_reply: 'echo', echoes: 'off' });
    await box.send(IGSID, { text: 'price list' });
    await until(() => box.hooks.length === 2);
    expect((await lastEvent()).message).toMatchObject({ text: 'You wrote: price list' });
  });
});
