import { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { AppError } from '@parley/common/errors';
import { signTiktok } from '@parley/providers/tiktok/tiktok-signature';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest, TIKTOK_SECRET } from '../../test/open-inbound.ts';
import { TIKTOK } from '../../test/seed-database.ts';

const PERSON = '+ZMM/person==';

const eventOf = (event: string, content: unknown) => ({
  client_key: 'k',
  event,
  create_time: 1_789_814_497,
  user_openid: TIKTOK,
  content: typeof content === 'string' ? content : JSON.stringify(content),
});
const messageOf = (id: string, given: Record<string, unknown>, event = 'im_receive_msg') => {
  const [from, to] = event === 'im_send_msg' ? [TIKTOK, PERSON] : [PERSON, TIKTOK];
  const ids = { conversation_id: 'u5Jh+/==', message_id: id, from_user: { id: from }, to_user: { id: to } };
  return eventOf(event, { timestamp: 1_789_814_497_488, from: 'jane', ...ids, ...given });
};
const commentOf = (id: string) =>
  eventOf(
    'comment.update',
    `{"comment_id":${id},"video_id":7300000000000000123,"comment_type":"comment","comment_action":"insert","timestamp":1789814400,"unique_identifier":"${PERSON}","text":"How much?"}`,
  );

async function openTt(
  neighbours: Parameters<OpenInbound['startNeighbours']>[0] = {},
  providerUrl?: string,
): Promise<OpenInbound> {
  const inbound = await openForTest(providerUrl === undefined ? {} : { providerUrl });
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'tt', externalId: TIKTOK, name: 'demo.shop' });
  await inbound.startNeighbours(neighbours);
  return inbound;
}

test('a message of TikTok is reported with its sender, and keeps the thread that a reply needs', async () => {
  const inbound = await openTt();
  const body = messageOf('u5Bu==', { type: 'text', text: { body: 'Hello' } });
  await inbound.receiveTt(body);
  await inbound.receiveTt(body);
  expect((await inbound.events()).map(({ data }) => data)).toMatchObject([
    {
      channel: 'tt',
      from: PERSON,
      account: { id: TIKTOK, number: null, label: 'demo.shop' },
      text: 'Hello',
      provider_message_id: 'u5Bu==',
      reply_until: null,
    },
  ]);
  expect(await inbound.rows('SELECT peer, provider_thread_id FROM conversations')).toEqual([
    { peer: PERSON, provider_thread_id: 'u5Jh+/==' },
  ]);
});

test('a webhook without TikTok’s signature over its text and time is refused', async () => {
  const inbound = await openTt();
  const raw = JSON.stringify(messageOf('forged', { type: 'text', text: { body: 'x' } }));
  const seconds = Math.floor(Date.now() / 1000);
  const good = signTiktok(raw, TIKTOK_SECRET, seconds);
  const tries: [string, string | null][] = [
    [raw, null],
    [raw, ''],
    [raw, signTiktok(raw, 'other', seconds)],
    [raw, signTiktok(raw, TIKTOK_SECRET, seconds - 600)],
    [raw.replace('forged', 'edited'), good],
  ];
  for (const [text, signature] of tries)
    await expect(
      inbound.call(receiveCallback, { provider: 'tiktok', account: null, raw: text, signature }),
    ).rejects.toMatchObject({ code: 'invalid_signature' });
  expect(await inbound.rows('SELECT 1 FROM messages')).toEqual([]);
});

test('NUL or a lone surrogate in a text does not lose the message', async () => {
  const inbound = await openTt();
  await inbound.receiveTt(messageOf('nul', { type: 'text', text: { body: 'a\u0000b\ud83d' } }));
  expect((await inbound.events()).map(({ data }) => data.text)).toEqual(['ab\ufffd']);
});

test('reactions are added and removed', async () => {
  const inbound = await openTt();
  await inbound.receiveTt(
    messageOf('out', { type: 'text', text: { body: 'typed' }, message_tag: { source: 'APP' } }, 'im_send_msg'),
  );
  const reaction = (timestamp: number, ...operations: [string, string][]) =>
    messageOf(`r${timestamp}`, {
      type: 'reaction',
      reaction: operations.map(([operation, emoji]) => ({
        operation,
        type: 'EMOJI',
        emoji,
        original_msg_id: 'out',
        timestamp,
      })),
    });
  const standing = async () =>
    (await inbound.rows<{ emoji: string }>(`SELECT emoji FROM message_reactions WHERE emoji <> '' ORDER BY emoji`)).map(
      ({ emoji }) => emoji,
    );
  await inbound.receiveTt(reaction(1_789_814_500_000, ['ADD', '❤️']));
  await inbound.receiveTt(reaction(1_789_814_501_000, ['REMOVE', '❤️']));
  expect((await inbound.events()).map(({ type, data }) => [type, data.origin ?? data.action])).toEqual([
    ['message.sent', 'dashboard'],
    ['message.reaction', 'added'],
    ['message.reaction', 'removed'],
  ]);
  // Another emoji is added to the first, unless the webhook says that the first is removed.
  await inbound.receiveTt(reaction(1_789_814_502_000, ['ADD', '👍']));
  await inbound.receiveTt(reaction(1_789_814_503_000, ['ADD', '🎉']));
  expect((await standing()).toSorted()).toEqual(['👍', '🎉'].toSorted());
  await inbound.receiveTt(reaction(1_789_814_504_000, ['REMOVE', '👍'], ['REMOVE', '🎉'], ['ADD', '❤️']));
  expect(await standing()).toEqual(['❤️']);
});

// docs/reference/events.md#messagereaction
test('a reaction with an image is reported with the image’s address, and so is its removal', async () => {
  const inbound = await openTt();
  await inbound.receiveTt(messageOf('out', { type: 'text', text: { body: 'typed' } }, 'im_send_msg'));
  const url = 'https://p16.tiktokcdn.example/ai-emoji/1.webp';
  let timestamp = 1_789_814_500_000;
  const react = (operation: string, given: Record<string, unknown>) => {
    timestamp += 1000;
    const one = { operation, original_msg_id: 'out', timestamp, ...given };
    return inbound.receiveTt(messageOf(`r${timestamp}`, { type: 'reaction', reaction: [one] }));
  };
  await react('ADD', { type: 'EMOJI', emoji: '👍' });
  await react('ADD', { type: 'AI_EMOJI', ai_emoji_url: url });
  await react('REMOVE', { type: 'AI_EMOJI', ai_emoji_url: `${url}?x-expires=2` });
  // A kind without emoji and address is kept for later, and breaks nothing.
  await react('ADD', { type: 'STICKER' });
  await react('REMOVE', { type: 'EMOJI', emoji: '👍' });
  const events = await inbound.events('message.reaction');
  expect(events.map(({ data }) => [data.action, data.emoji, data.emoji_url])).toEqual([
    ['added', '👍', undefined],
    ['added', null, url],
    ['removed', null, url],
    ['removed', '👍', undefined],
  ]);
  expect(await inbound.rows(`SELECT 1 FROM message_reactions WHERE emoji <> ''`)).toEqual([]);
});

test('comments are forwarded with every digit of their ids before the webhook is answered', async () => {
  const taken: CommentChange[] = [];
  const inbound = await openTt({
    async storeComments({ changes }) {
      taken.push(...changes);
    },
  });
  await inbound.receiveTt(commentOf('7300000000000000999'));
  expect(taken).toEqual([
    {
      platform: 'tt',
      externalId: TIKTOK,
      change: 'added',
      commentId: '7300000000000000999',
      postId: '7300000000000000123',
      parentId: null,
      text: 'How much?',
      from: { id: PERSON, name: null },
      isOwn: false,
      at: new Date(1_789_814_400_000).toISOString(),
    },
  ]);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toEqual([]);
});

test('while services/comments is down or fails, the provider is asked to repeat', async () => {
  const inbound = await openForTest();
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'tt', externalId: TIKTOK });
  await expect(inbound.receiveTt(commentOf('1'))).rejects.toMatchObject({
    code: 'service_unavailable',
    extras: { retry_after: 1 },
  });
  let fails = true;
  await inbound.startNeighbours({
    async storeComments() {
      if (fails) throw new AppError('internal_error');
    },
  });
  await expect(inbound.receiveTt(commentOf('1'))).rejects.toMatchObject({ code: 'service_unavailable' });
  fails = false;
  expect(await inbound.receiveTt(commentOf('1'))).toEqual({ items: 1 });
});

test('a revoked authorization is reported with its account and time, except for an unknown account', async () => {
  const reported: unknown[] = [];
  const inbound = await openTt({
    async reportBroken(input) {
      reported.push(input);
    },
  });
  await inbound.receiveTt(eventOf('authorization.removed', { reason: 1 }));
  await inbound.receiveTt({ ...eventOf('authorization.removed', { reason: 1 }), user_openid: '-000other' });
  expect(reported).toEqual([
    {
      tenantId: inbound.tenantId,
      channel: 'tt',
      externalId: TIKTOK,
      observedAt: new Date(1_789_814_497_999).toISOString(),
      takenBack: true,
    },
  ]);
});
