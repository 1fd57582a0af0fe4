import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeTenant, type ReceivedWebhook, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';
import { makeTelegramBot } from './telegram.ts';

type Data = ReceivedWebhook['body'];

/** Received contents other than texts on tg (docs/reference/tg.md#updates). */
export function telegramChatSuite(getSystem: GetSystem): void {
  describe('Telegram chats', () => {
    let tenant: TestTenant;
    let bot: { id: string };
    beforeAll(async () => {
      const events = [...DEFAULT_EVENT_TYPES, 'message.updated', 'message.deleted'];
      tenant = await makeTenant(getSystem(), { connectWa: false, channels: ['tg'], events });
      bot = await makeTelegramBot(getSystem(), tenant);
    }, 60_000);

    const writes = (chat: string, message: object) =>
      getSystem()
        .sandbox.channel('tg')
        .customerWrites(chat, { account: bot.id, ...message });
    const dataOf = async (event: string, fits: (data: Data) => boolean): Promise<Data> =>
      (await webhookOf(tenant, event, fits)).body.data;
    /** A person writes; returns the event of the message. */
    const receive = async (chat: string, message: object): Promise<Data> => {
      const { provider_message_id: id } = await writes(chat, message);
      return dataOf('message.received', (data) => data.provider_message_id === id);
    };
    const send = async (to: string, given: object): Promise<string> => {
      const sent = await tenant.post('send', { channel: 'tg', to, ...given });
      expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200 });
      return sent.body.message_id;
    };
    const numberOf = (data: Data): string => String(data.provider_message_id).split(':').at(-1) ?? '';

    test('a start link, a forward and mentions are reported, and an edit is message.updated', async () => {
      const chat = uniqueDigits('5');
      const referral = { source: 'link', source_id: null, url: null, headline: null, body: null };
      expect((await receive(chat, { text: '/start spring-24' })).referral).toEqual({
        ...{ ...referral, media_url: null, ctwa_clid: null },
        ref: 'spring-24',
      });
      const passed = await receive(chat, { text: 'see @ada_l and a@b.example', forwarded: true });
      expect(passed).toMatchObject({ forwarded: true, mentions: ['@ada_l'] });
      await writes(chat, { type: 'edited', target: numberOf(passed), text: 'see @ada_l' });
      const edited = await dataOf('message.updated', ({ message_id: id }) => id === String(passed.message_id));
      expect(edited).toMatchObject({ direction: 'in', peer: chat, text: 'see @ada_l' });
    });

    test('a pressed button is reported with its id, its title and its message', async () => {
      const chat = uniqueDigits('5');
      await receive(chat, { text: 'hi' });
      const asked = await send(chat, { message: 'Sure?', buttons: [{ id: 'yes-1', title: 'Yes!' }] });
      const sent = await dataOf('message.sent', ({ message_id: id }) => id === asked);
      await writes(chat, { type: 'callback', target: numberOf(sent), payload: 'yes-1' });
      const chosen = { type: 'button', id: 'yes-1', title: 'Yes!', data: null };
      const pressed = await dataOf('message.received', (data) => data.from === chat && data.interactive !== undefined);
      expect(pressed).toMatchObject({ text: 'yes-1', interactive: chosen, reply_to: asked });
    });

    test('votes in a group name the voter, the poll and the chosen options', async () => {
      const group = `-100${uniqueDigits('7')}`;
      const participant = { id: 4_200_001, name: 'Bo', username: 'bo' };
      await receive(group, { text: 'hi all', participant, name: 'Team' });
      const poll = { question: 'Drink?', options: ['Tea', 'Coffee'], multiple: true };
      const asked = await send(group, { poll });
      const sent = await dataOf('message.sent', ({ message_id: id }) => id === asked);
      for (const options of [[1], []])
        await writes(group, { type: 'poll_vote', target: numberOf(sent), options, participant });
      const voteOf = (count: number) =>
        dataOf('message.received', (data) => data.from === group && data.poll_answer?.options.length === count);
      expect(await voteOf(1)).toMatchObject({
        text: 'Coffee',
        reply_to: asked,
        sender: { id: '4200001', name: 'Bo' },
        chat: { type: 'supergroup', title: 'Team' },
        poll_answer: { options: [{ index: 1, title: 'Coffee' }] },
      });
      expect(await voteOf(0)).toMatchObject({ text: '', reply_to: asked });
    });

    test('a send goes to the topic of the forum that was last written in', async () => {
      const group = `-100${uniqueDigits('7')}`;
      await receive(group, { text: 'in the first', topic: 3 });
      await send(group, { message: 'to the first' });
      await receive(group, { text: 'in the second', topic: 8 });
      await send(group, { message: 'to the second' });
      await receive(group, { text: 'to all' });
      await send(group, { message: 'to General' });
      const { sends } = await getSystem().sandbox.calls({ channel: 'tg', to: group });
      const topics = new Map(sends.map(({ text, body }) => [text, Object(body).message_thread_id]));
      expect(topics.get('to the first')).toBe(3);
      expect(topics.get('to the second')).toBe(8);
      expect(topics.get('to General')).toBeUndefined();
    });

    test('in a business chat the bot receives and answers, and messages of the account owner are reported', async () => {
      const chat = `${uniqueDigits('5')}@bc_${uniqueDigits('')}`;
      await writes(chat, { type: 'business_connection' });
      const asked = await receive(chat, { text: 'Are you open?' });
      expect(asked).toMatchObject({ from: chat, account: { id: bot.id } });
      const answer = await send(chat, { message: 'Until nine' });
      const { sends } = await getSystem().sandbox.calls({ channel: 'tg', to: chat });
      expect(sends[0]?.body).toMatchObject({ business_connection_id: chat.split('@')[1] });
      await writes(chat, { text: 'Come in!', by_owner: true });
      const own = await dataOf('message.sent', ({ text, to }) => to === chat && text === 'Come in!');
      expect(own).toMatchObject({ origin: 'phone', conversation_id: asked.conversation_id });
      await writes(chat, { type: 'edited', target: numberOf(asked), text: 'Are you open today?' });
      await dataOf('message.updated', ({ text }) => text === 'Are you open today?');
      await writes(chat, { type: 'revoked', target: numberOf(asked) });
      const deleted = await dataOf('message.deleted', ({ peer }) => peer === chat);
      expect(deleted).toMatchObject({ message_id: String(asked.message_id), by: 'customer' });
      expect(
        await tenant.post('edit-message', { channel: 'tg', message_id: answer, message: 'Until ten' }),
      ).toMatchObject({ status: 200 });
      // The owner connects the bot again: another connection, the same conversation.
      const again = `${chat.split('@')[0]}@bc_${uniqueDigits('')}`;
      await writes(again, { type: 'business_connection' });
      await send(chat, { message: 'And tomorrow' });
      const { sends: later } = await getSystem().sandbox.calls({ channel: 'tg', to: again });
      expect(later.map(({ text }) => text)).toEqual(['And tomorrow']);
      await writes(again, { text: 'When?', reply_to: numberOf(own) });
      const next = await dataOf('message.received', ({ text, from }) => from === chat && text === 'When?');
      expect(next).toMatchObject({ conversation_id: asked.conversation_id, reply_to: String(own.message_id) });
      expect(
        await tenant.post('edit-message', { channel: 'tg', message_id: answer, message: 'Until eleven' }),
      ).toMatchObject({ status: 200 });
    });
  });
}
