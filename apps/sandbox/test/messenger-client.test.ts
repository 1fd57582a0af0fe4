import { parseInstagramWebhook } from '@parley/providers/graph/instagram-webhook';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { parsePageWebhook } from '@parley/providers/graph/page-webhook';
import { fbSendBodies, igSendBodies, privateReplyBody } from '@parley/providers/graph/person-send-body';
import { verifyHubSignature } from '@parley/providers/graph/signature';
import { PLAIN } from '@parley/providers/sent/outbound-message';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IGSID, INSTAGRAM, MEDIA, openPage, PAGE, PAGE_TOKEN, POST, PSID } from './open-page.ts';
import { until } from './until.ts';

const REDIRECT = 'https://parley.example/connect/callback/meta?keep=1';
const SCOPE =
  'pages_show_list,pages_messaging,pages_manage_metadata,pages_read_engagement,pages_manage_engagement,instagram_basic,instagram_manage_messages,instagram_manage_comments';

let box: Awaited<ReturnType<typeof openPage>>;
let client: ReturnType<typeof makeMessengerClient>;
beforeEach(async () => {
  box = await openPage({ receipts: 'all' });
  const baseUrl = box.sandbox.url;
  client = makeMessengerClient({
    baseUrl,
    version: 'v23.0',
    appId: 'demo-meta-app',
    appSecret: 'secret',
    timeoutMs: 2000,
  });
});
afterEach(() => box.close());

/** The product's reading of every webhook that has arrived. */
const reported = () =>
  box.hooks.flatMap(({ raw, headers, body }) => {
    expect(verifyHubSignature(raw, String(headers['x-hub-signature-256']), 'secret')).toBe(true);
    return body.object === 'page' ? parsePageWebhook(body) : parseInstagramWebhook(body);
  });
const message = (to: string, text: string) => ({ to, text, ...PLAIN });
const firstOf = <T>([first]: T[]): T => {
  if (first === undefined) throw new Error('empty');
  return first;
};

describe('the product’s client and the emulated pages', () => {
  it('agree on the steps from a code to pages, over every list page', async () => {
    for (let page = 0; page < 120; page++) await box.call('POST', '/sandbox/accounts/fb', { name: `Page ${page}` });
    const query = new URLSearchParams({
      client_id: 'demo-meta-app',
      redirect_uri: REDIRECT,
      state: 's',
      scope: SCOPE,
      response_type: 'code',
    });
    const back = await fetch(`${box.sandbox.url}/v23.0/dialog/oauth?${query}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'continue' }),
      redirect: 'manual',
    });
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const wrong = await client.exchangeCode({ code, redirectUri: 'https://elsewhere.example/' });
    expect(wrong).toMatchObject({ ok: false, failure: { kind: 'refused', provider: { code: 100 } } });
    const short = await client.exchangeCode({ code, redirectUri: REDIRECT });
    if (!short.ok) throw new Error(short.failure.provider.message);
    const long = await client.exchangeForLongLived(short.value.accessToken);
    if (!long.ok) throw new Error(long.failure.provider.message);
    expect(long.value.expiresInSeconds).toBeGreaterThan(5_000_000);
    expect(await client.inspectToken(long.value.accessToken)).toMatchObject({
      ok: true,
      value: { isValid: true, scopes: expect.arrayContaining(['pages_messaging', 'instagram_basic']) },
    });
    expect(await client.inspectToken('unknown')).toMatchObject({ ok: true, value: { isValid: false } });
    const pages = await client.listPages(long.value.accessToken);
    expect(pages.ok && pages.value.length).toBeGreaterThan(120);
    const page = pages.ok ? pages.value.find(({ id }) => id === PAGE) : undefined;
    expect(page).toMatchObject({ tasks: expect.arrayContaining(['MESSAGING']), instagram: { id: INSTAGRAM } });
    expect(await client.unsubscribePage(PAGE, page?.accessToken ?? '')).toMatchObject({ ok: true });
    expect(await client.subscribePage(PAGE, page?.accessToken ?? '')).toMatchObject({ ok: true });
  });

  it.each([
    ['fb', PSID, (text: string) => fbSendBodies(message(PSID, text), '42')],
    ['ig', IGSID, (text: string) => igSendBodies(message(IGSID, text))],
  ] as const)('agree on a send of %s, its echo and its receipts', async (channel, person, bodies) => {
    const body = firstOf(bodies('hello'));
    expect(await client.sendToPerson(PAGE, PAGE_TOKEN, body)).toMatchObject({
      kind: 'refused',
      provider: { code: 100 },
    });
    await box.write(channel, { text: 'hi' });
    const sent = await client.sendToPerson(PAGE, PAGE_TOKEN, body);
    if (sent.kind !== 'accepted') throw new Error(sent.provider.message);
    expect(sent.recipientAlias).toBeNull();
    await until(() => reported().some((item) => item.kind === 'watermark' && item.status === 'read'));
    const items = reported();
    const account = { channel, externalId: channel === 'fb' ? PAGE : INSTAGRAM };
    expect(items.find(({ kind }) => kind === 'message')).toMatchObject({
      account,
      from: { address: person },
      text: 'hi',
    });
    expect(items.find(({ kind }) => kind === 'echo')).toMatchObject({
      account,
      providerMessageId: sent.providerMessageId,
      to: { address: person },
      text: 'hello',
      mayBeOurs: true,
      callbackData: channel === 'fb' ? '42' : null,
    });
    expect(items.find((item) => item.kind === 'watermark' && item.status === 'read')).toMatchObject({
      peer: person,
      ...(channel === 'fb' ? { untilProviderId: null } : { untilProviderId: sent.providerMessageId, until: null }),
    });
    expect(items.filter(({ kind }) => kind === 'unknown')).toEqual([]);
  });

  it.each([
    ['fb', PSID, POST],
    ['ig', IGSID, MEDIA],
  ] as const)(
    'agree on comments of %s: read, answered in public, answered in private',
    async (channel, person, post) => {
      const id: string = (await box.comment(channel, { text: 'How much?', name: 'Jane Roe' })).body.comment_id;
      expect(firstOf(reported())).toMatchObject({
        kind: 'comment',
        commentId: id,
        postId: post,
        parentId: null,
        isOwn: false,
      });
      expect(await client.getComment(channel, id, PAGE_TOKEN)).toMatchObject({
        ok: true,
        value: { id, text: 'How much?', parentId: null, at: expect.any(Date), postId: channel === 'ig' ? post : null },
      });
      const reply = await client.replyToComment(channel, id, PAGE_TOKEN, '120 EUR');
      if (reply.kind !== 'accepted') throw new Error(reply.provider.message);
      await until(() =>
        reported().find((item) => item.kind === 'comment' && item.commentId === reply.providerMessageId),
      );
      expect(reported().at(-1)).toMatchObject({ isOwn: true, parentId: id, text: '120 EUR' });
      const body = privateReplyBody(channel, id, 'In private', '43');
      expect(await client.sendToPerson(PAGE, PAGE_TOKEN, body)).toMatchObject({
        kind: 'accepted',
        recipientAlias: person,
      });
      expect(await client.sendToPerson(PAGE, PAGE_TOKEN, body)).toMatchObject({
        kind: 'refused',
        provider: { code: 10_900 },
        safeToRetry: false,
      });
    },
  );

  it('agree on people, who are known only after they have written', async () => {
    for (const [channel, person] of [
      ['fb', PSID],
      ['ig', IGSID],
    ] as const) {
      const ask = () => client.getProfile(channel, person, PAGE_TOKEN);
      expect(await ask()).toMatchObject({ ok: false, failure: { provider: { code: 100 }, channelBroken: false } });
      await box.write(channel, { text: 'hi' });
      expect(await ask()).toMatchObject({ ok: true, value: { name: expect.any(String) } });
    }
  });

  it.each([
    [
      'fb',
      'image,video,audio,voice,document,sticker,location,fallback,template,reel,post,unsupported,button,reaction,edited,revoked',
    ],
    [
      'ig',
      'image,video,audio,share,reel,post,story_mention,story_reply,like_heart,unsupported,button,reaction,edited,revoked',
    ],
  ] as const)('agree on everything that people of %s do', async (channel, types) => {
    for (const type of types.split(',')) {
      const acted = await box.write(channel, {
        type,
        text: 'x',
        ...(['reaction', 'edited', 'revoked'].includes(type) ? { target: 'm_1', emoji: '👍' } : {}),
      });
      expect(acted.status, type).toBeLessThan(300);
    }
    const items = reported();
    expect(items.map(({ kind }) => kind).filter((kind) => ['unknown', 'ignored', 'notice'].includes(kind))).toEqual([]);
    expect(items).toHaveLength(types.split(',').length);
  });
});
