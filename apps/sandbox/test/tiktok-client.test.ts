import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import { readTiktokMediaKey } from '@parley/providers/tiktok/tiktok-media-key';
import { isTiktokSignature } from '@parley/providers/tiktok/tiktok-signature';
import { parseTiktokWebhook } from '@parley/providers/tiktok/tiktok-webhook';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP, OPEN_ID, openTiktok, PERSON, VIDEO } from './open-tiktok.ts';
import { until } from './until.ts';

let box: Awaited<ReturnType<typeof openTiktok>>;
let client: ReturnType<typeof makeTiktokClient>;
beforeEach(async () => {
  box = await openTiktok();
  client = makeTiktokClient({
    baseUrl: box.sandbox.url,
    appId: APP.id,
    appSecret: APP.secret,
    timeoutMs: 2000,
  });
});
afterEach(() => box.close());

/** The product's reading of the webhook at this index. */
async function reported(index = 0) {
  const hook = await until(() => box.hooks[index]);
  const signature = String(hook.headers['tiktok-signature']);
  expect(isTiktokSignature(hook.raw, signature, APP.secret, new Date())).toBe(true);
  return parseTiktokWebhook(hook.raw.toString('utf8'));
}

describe('the product’s client and the emulated TikTok', () => {
  it('agree on the steps from the dialog to tokens, their renewal and their end', async () => {
    const redirectUri = 'https://p.example/connect/back';
    await box.control('PUT', '/dialog/tt', { answer: 'continue' });
    const question = new URLSearchParams({
      client_key: APP.id,
      response_type: 'code',
      scope: 'user.info.basic,video.list',
      redirect_uri: redirectUri,
    });
    const dialog = await fetch(`${box.sandbox.url}/v2/auth/authorize?${question}`, { redirect: 'manual' });
    const code = new URL(dialog.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const tokens = await client.exchangeCode({ code, redirectUri });
    if (!tokens.ok) throw new Error('no tokens');
    expect(tokens.value).toMatchObject({ openId: OPEN_ID, scopes: ['user.info.basic', 'video.list'] });
    const { accessToken, refreshToken } = tokens.value;
    expect(await client.getBusiness(accessToken, OPEN_ID)).toEqual({
      ok: true,
      value: { username: 'parley_demo', displayName: 'Parley demo shop' },
    });
    await box.control('POST', `/accounts/tt/${OPEN_ID}/tokens`, { state: 'expired' });
    const expired = await client.listVideos(accessToken, OPEN_ID);
    expect(expired).toMatchObject({ ok: false, failure: { channelBroken: false, provider: { code: 40102 } } });
    const renewed = await client.refreshToken(refreshToken);
    if (!renewed.ok) throw new Error('not renewed');
    expect(await client.listVideos(renewed.value.accessToken, OPEN_ID)).toMatchObject({
      ok: true,
      value: { videos: [{ id: VIDEO }, {}], nextCursor: null },
    });
    expect(await client.refreshToken(refreshToken)).toMatchObject({ ok: false, failure: { channelBroken: true } });
    expect(await client.revokeToken(renewed.value.accessToken)).toMatchObject({ ok: true });
    expect(await client.getBusiness(renewed.value.accessToken, OPEN_ID)).toMatchObject({
      failure: { channelBroken: true },
    });
  });

  it('agree on messages in both directions, echoes and files', async () => {
    await box.act('messages', { type: 'image', media: { base64: 'aGVsbG8=' }, username: 'cust_user' });
    const [message] = await reported();
    if (message?.kind !== 'message') throw new Error('no message');
    expect(message.from).toMatchObject({ address: PERSON, username: 'cust_user' });
    const media = readTiktokMediaKey(message.attachments[0]?.providerMediaId ?? '');
    if (!media) throw new Error('no file');
    const file = await client.openMedia(box.token, OPEN_ID, media);
    const parts: Uint8Array[] = [];
    for await (const part of file?.body ?? []) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('hello');
    expect(await client.openMedia(box.token, OPEN_ID, { ...media, mediaId: 'v1' })).toBeNull();

    const conversationId = message.from.threadId ?? '';
    const bytes = Buffer.from('iVBORw0KGgo=', 'base64');
    const uploaded = await client.uploadImage(box.token, OPEN_ID, { bytes, filename: 'a.png', mimeType: 'image/png' });
    if (!uploaded.ok) throw new Error('not uploaded');
    const sent = await client.sendMessage(box.token, OPEN_ID, {
      conversationId,
      imageMediaId: uploaded.value.mediaId,
    });
    if (sent.kind !== 'accepted') throw new Error('not sent');
    expect(await reported(1)).toMatchObject([
      { kind: 'echo', mayBeOurs: true, providerMessageId: sent.providerMessageId, to: { threadId: conversationId } },
    ]);
    await box.describePerson({ last_inbound_at: null });
    expect(await client.sendMessage(box.token, OPEN_ID, { conversationId, text: 'late' })).toMatchObject({
      kind: 'refused',
      provider: { code: 40064 },
    });
  });

  it('agree on comments, their replies and their removal', async () => {
    const { comment_id: id } = await box.act('comments', { text: 'How much?', display_name: 'Cust', webhook: true });
    expect(await reported()).toMatchObject([
      { kind: 'comment', change: 'added', commentId: id, postId: VIDEO, from: { id: PERSON }, isOwn: false },
    ]);
    const replied = await client.replyToComment(box.token, OPEN_ID, { videoId: VIDEO, commentId: id, text: '120 EUR' });
    if (replied.kind !== 'accepted') throw new Error('not replied');
    expect(await client.listComments(box.token, OPEN_ID, VIDEO)).toMatchObject({
      value: { comments: [{ id, text: 'How much?', from: { id: PERSON, name: 'Cust' }, replies: 1, isOwn: false }] },
    });
    expect(await client.listReplies(box.token, OPEN_ID, VIDEO, id)).toMatchObject({
      value: { comments: [{ id: replied.providerMessageId, parentId: id, isOwn: true }] },
    });
    await box.control('DELETE', `/comments/tt/${id}?webhook=true`);
    expect(await reported(1)).toMatchObject([{ kind: 'comment', change: 'removed', commentId: id }]);
  });

  it('agree on which faults prove that nothing was sent', async () => {
    const { conversation_id: conversationId } = await box.act('messages');
    const send = () => client.sendMessage(box.token, OPEN_ID, { conversationId, text: 'x' });
    const fault = (given: Record<string, unknown>) => box.control('POST', '/faults', { provider: 'tt', ...given });
    await fault({ mode: 'rate_limit' });
    expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: true, retryAfterMs: 60_000 });
    await fault({ mode: 'error', code: 50000 });
    expect(await send()).toMatchObject({ kind: 'unknown' });
    await fault({ mode: 'reset', after_accept: true });
    expect(await send()).toMatchObject({ kind: 'unknown' });
    await fault({ mode: 'html502' });
    expect(await send()).toMatchObject({ kind: 'unknown' });
    expect((await box.control('GET', '/sent?channel=tt')).body.count).toBe(1);
  });
});
