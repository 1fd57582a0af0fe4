import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { addSent } from '../../test/add-sent.ts';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import {
  bodyOf,
  changeOf,
  changeValue,
  messagesBody,
  statusesBody,
  statusOf,
  textMessage,
  wamid,
} from '../../test/wa-bodies.ts';

const PERSON = '15551234567';

const reported = async (inbound: OpenInbound) =>
  (await inbound.events()).map(({ type, data }) => (type === 'message.status' ? data.status : type));

/** Audio with a text: the wire has two messages of one send, and each status names its own. */
async function addAudioWithText(inbound: OpenInbound, status: string) {
  const ids = { audio: wamid(), text: wamid() };
  const messageId = await addSent(inbound, status, status === 'sent' ? ids.audio : null);
  const about = (part: 'audio' | 'text', reachedStatus: string, given: Record<string, unknown> = {}) =>
    statusesBody(
      statusOf(ids[part], reachedStatus, {
        biz_opaque_callback_data: part === 'audio' ? messageId : `text-of-${messageId}`,
        ...given,
      }),
    );
  return { ids, messageId, about };
}

const partsOf = (inbound: OpenInbound, messageId: string) =>
  inbound.rows('SELECT provider_message_id AS id FROM message_parts WHERE message_id = $1', messageId);

const waiting = async (inbound: OpenInbound) =>
  (await inbound.rows<{ kind: string }>('SELECT kind FROM pending_updates')).map(({ kind }) => kind);

test('a receipt of the text after an audio finds its message, and nothing waits for it', async () => {
  const inbound = await openForTest();
  const { ids, messageId, about } = await addAudioWithText(inbound, 'sent');
  for (const status of ['sent', 'delivered', 'read']) await inbound.receiveMeta(about('text', status));
  expect(await reported(inbound)).toEqual(['sent', 'delivered', 'read']);
  expect((await inbound.events()).map(({ data }) => [data.message_id, data.provider_message_id])).toEqual(
    Array.from({ length: 3 }, () => [messageId, ids.audio]),
  );
  expect(await waiting(inbound)).toEqual([]);
  expect(await partsOf(inbound, messageId)).toEqual([{ id: ids.text }]);
});

test.each(['sending', 'unknown'])(
  'after a kill between the two parts, receipts of a send that is %s find it, in either order',
  async (status) => {
    for (const order of [
      ['audio', 'text'],
      ['text', 'audio'],
    ] as const) {
      const inbound = await openForTest();
      const { ids, messageId, about } = await addAudioWithText(inbound, status);
      for (const part of order) {
        await inbound.receiveMeta(about(part, 'sent'));
        await inbound.receiveMeta(about(part, 'delivered'));
      }
      await pollUntil(async () => ((await waiting(inbound)).length === 0 ? true : null), {
        what: () => 'no update that waits',
      });
      expect(await reported(inbound)).toEqual(['message.sent', 'sent', 'delivered']);
      const [message] = await inbound.rows('SELECT status, provider_message_id FROM messages WHERE id = $1', messageId);
      expect(message).toEqual({ status: 'delivered', provider_message_id: ids.audio });
      expect(await partsOf(inbound, messageId)).toEqual([{ id: ids.text }]);
    }
  },
);

test('a reaction to the text and a quote of it find the message after a kill', async () => {
  const inbound = await openForTest();
  const { ids, messageId, about } = await addAudioWithText(inbound, 'unknown');
  await inbound.receiveMeta(about('text', 'sent'));
  await inbound.receiveMeta(about('audio', 'sent'));
  const reaction = textMessage(PERSON, '', {
    type: 'reaction',
    text: undefined,
    reaction: { message_id: ids.text, emoji: '👍' },
  });
  await inbound.receiveMeta(messagesBody('Ann', reaction));
  await inbound.receiveMeta(messagesBody('Ann', textMessage(PERSON, 'Nice', { context: { id: ids.text } })));
  const [reacted] = await inbound.events('message.reaction');
  expect(reacted?.data).toMatchObject({ message_id: messageId, emoji: '👍' });
  const [answer] = await inbound.events('message.received');
  expect(answer?.data).toMatchObject({ reply_to: messageId });
});

test('a text that fails does not fail its message', async () => {
  const inbound = await openForTest();
  const { about } = await addAudioWithText(inbound, 'sent');
  const errors = [{ code: 131026, title: 'Message undeliverable' }];
  await inbound.receiveMeta(about('text', 'failed', { errors }));
  await inbound.receiveMeta(about('audio', 'delivered'));
  expect(await reported(inbound)).toEqual(['delivered']);
  expect(await waiting(inbound)).toEqual([]);
});

test('audio that fails fails its message, although the text after it was delivered', async () => {
  const inbound = await openForTest();
  const { about } = await addAudioWithText(inbound, 'sent');
  await inbound.receiveMeta(about('text', 'delivered'));
  const errors = [{ code: 131052, title: 'Media download error' }];
  await inbound.receiveMeta(about('audio', 'failed', { errors }));
  await inbound.receiveMeta(about('text', 'read'));
  expect(await reported(inbound)).toEqual(['delivered', 'failed']);
});

test('another account’s webhook cannot give a message a part', async () => {
  const inbound = await openForTest();
  const other = await inbound.addTenant('other');
  await inbound.addAccount({ tenantId: other, channel: 'wa', externalId: '999000111' });
  const { ids, messageId } = await addAudioWithText(inbound, 'sent');
  const status = statusOf(ids.text, 'read', { biz_opaque_callback_data: `text-of-${messageId}` });
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ statuses: [status] }, '999000111'))));
  expect(await inbound.events()).toEqual([]);
  expect(await partsOf(inbound, messageId)).toEqual([]);
});
