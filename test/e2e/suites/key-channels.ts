import { CHANNELS, type Channel } from '@parley/common/channels';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, callJson } from '../../support/call-json.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../support/client.ts';
import { CONFORMING_CHANNELS } from '../../support/conforming-channels.ts';
import { connectPage, REDIRECT_URL } from '../../support/connect-channels.ts';
import { ledgerWith, webhookOf } from '../../support/expectations.ts';
import { linkDevice, makePerson, personWritesTo } from '../../support/linked-devices.ts';
import type { System } from '../../support/system.ts';
import type { GetSystem } from './get-system.ts';

/** Data of one channel that a key without the channel could ask for, and must not get. */
interface Kept {
  account: string;
  person: string;
  text: string;
  messageId: string;
  conversationId: number;
  commentId: string | null;
  sessionToken: string | null;
  /** Texts that only answers of this channel contain. */
  secrets: string[];
  /** A key of the same tenant with every channel except this one. */
  otherKey: string;
}

type Ask = Record<string, unknown>;

/** The requests of each action that name a channel; empty if it cannot name this one. */
const ASKS: Readonly<Record<string, (channel: Channel, kept: Kept) => Ask[]>> = {
  status: () => [{}],
  send: (channel, { person, account }) => [
    { channel, to: person, message: 'not mine' },
    { channel, to: person, message: 'not mine', from: account },
    ...(channel === 'wa' ? [{ channel, to: person, template: { name: 'order_update', variables: ['a', 'b'] } }] : []),
  ],
  'cancel-send': (channel, { messageId }) => [{ channel, message_id: messageId }],
  message: (_channel, { messageId }) => [{ message_id: messageId }],
  react: (channel, { messageId }) => [{ channel, message_id: messageId, emoji: '👍' }],
  'edit-message': (channel, { messageId }) => [{ channel, message_id: messageId, message: 'not mine' }],
  'delete-message': (channel, { messageId }) => [{ channel, message_id: messageId }],
  'mark-read': (channel, { messageId }) => [{ channel, message_id: messageId }],
  typing: (channel, { person, account }) => [
    { channel, to: person },
    { channel, to: person, from: account },
  ],
  'check-number': (channel) => [{ channel, numbers: '+16505551234' }],
  'reject-call': (channel) => [{ channel, call_id: 'wacid.other' }],
  capabilities: () => [{}],
  templates: (channel, { account }) => (channel === 'wa' ? [{}, { from: account }] : []),
  'create-template': (channel) =>
    channel === 'wa'
      ? [{ channel, name: 'not_mine', language: 'en', category: 'UTILITY', body: { text: 'not mine' } }]
      : [],
  'update-template': (channel) =>
    channel === 'wa' ? [{ channel, name: 'order_update', language: 'en', body: { text: 'not mine' } }] : [],
  'delete-template': (channel) => (channel === 'wa' ? [{ channel, name: 'order_update' }] : []),
  channels: () => [{}],
  'connect-link': (channel) => (['fb', 'ig', 'tt'].includes(channel) ? [{ channel, redirect_url: REDIRECT_URL }] : []),
  'connect-telegram': (channel) => (channel === 'tg' ? [{ bot_token: `7:${'A'.repeat(35)}` }] : []),
  'create-session': (channel) => (channel === 'wd' ? [{ label: 'Mine' }] : []),
  'pair-code': (channel, { sessionToken }) =>
    channel === 'wd' ? [{ session_token: sessionToken, phone: '+16505551234' }] : [],
  'session-status': (channel, { sessionToken }) => (channel === 'wd' ? [{ session_token: sessionToken }] : []),
  'session-qr': (channel, { sessionToken }) => (channel === 'wd' ? [{ session_token: sessionToken }] : []),
  'delete-session': (channel, { sessionToken, account }) =>
    channel === 'wd' ? [{ session_token: sessionToken }, { id: account }] : [],
  'disconnect-channel': (channel, { account }) =>
    ['fb', 'ig', 'tg', 'tt'].includes(channel) ? [{ channel, id: account }] : [],
  'comment-reply': (_channel, { commentId }) => (commentId ? [{ comment_id: commentId, message: 'not mine' }] : []),
  comments: (channel, { commentId }) => (commentId ? [{ platform: channel }] : []),
  conversations: (channel, { person, account, text }) => [
    { limit: '100' },
    { channel },
    { peer: person },
    { account },
    { q: text },
  ],
  messages: (_channel, { conversationId }) => [{ conversation_id: String(conversationId) }],
  events: () => [{ limit: '500' }],
  webhook: () => [{}],
  'set-webhook': () => [],
};

/** The allowed refusals; an answer without data of the channel is allowed too. */
const REFUSALS = ['403 channel_not_allowed', '404 unknown_message', '404 unknown_conversation'];

/** Actions that answer, without data of the channel. */
const ANSWERS = ['status', 'channels', 'capabilities', 'conversations', 'events', 'webhook'];

/**
 * Connects the channel, exchanges messages with a person, and returns data that a key without the channel could ask
 * for.
 */
async function useChannel(system: System, tenant: TestTenant, channel: Channel): Promise<Omit<Kept, 'otherKey'>> {
  const text = `only-${channel}-${uniqueDigits('')}`;
  const reported = (data: { text: string }): boolean => data.text === text;
  const answered = async (to: string): Promise<string> => {
    const sent = await tenant.post('send', { channel, to, message: `reply to ${text}` });
    expect(sent, channel).toMatchObject({ status: 200 });
    return sent.body.message_id;
  };
  if (channel === 'wd') {
    const device = await linkDevice(system, tenant);
    const person = await makePerson(system);
    await personWritesTo(system, person, device.number, { type: 'text', text });
    const { body } = await webhookOf(tenant, 'message.received', reported);
    const messageId = await answered(`+${person}`);
    const secrets = [person, device.number, text];
    return {
      account: device.id,
      person: `+${person}`,
      text,
      messageId,
      conversationId: body.data.conversation_id,
      commentId: null,
      sessionToken: device.token,
      secrets,
    };
  }
  const traits = CONFORMING_CHANNELS.find(({ code }) => code === channel);
  if (!traits) throw new Error(`No traits of ${channel}`);
  const page = channel === 'fb' ? await connectPage(system, tenant, { instagram: false }) : null;
  const account = page?.id ?? (await traits.connect(system, tenant)).id;
  const person = traits.makePerson();
  await system.sandbox.channel(channel).customerWrites(person, { account, text });
  const { body } = await webhookOf(tenant, 'message.received', reported);
  const comment = { account, text: `comment ${text}` };
  const commentId =
    channel === 'fb' || channel === 'ig'
      ? (await system.sandbox.profile(channel).customerComments(uniqueDigits('24'), comment)).comment_id
      : channel === 'tt'
        ? (await system.sandbox.tiktok.customerComments(traits.makePerson(), { ...comment, webhook: true })).comment_id
        : null;
  if (commentId) await webhookOf(tenant, 'comment.received', (data) => data.text === comment.text);
  const secrets = [account, person, text];
  const { conversation_id: conversationId } = body.data;
  return {
    ...{ account, person, text, messageId: await answered(person), conversationId },
    ...{ commentId, sessionToken: null, secrets },
  };
}

/**
 * A key sees, changes and sends nothing on a channel outside its list, whatever it asks for
 * (docs/reference/requests.md#order-of-the-checks).
 */
export function keyChannelSuite(getSystem: GetSystem): void {
  describe('a key without a channel', () => {
    let tenant: TestTenant;
    const kept = new Map<Channel, Kept>();
    beforeAll(async () => {
      const system = getSystem();
      tenant = await makeTenant(system, { channels: [...CHANNELS] });
      for (const channel of CHANNELS) {
        const others = CHANNELS.filter((other) => other !== channel);
        const { body } = await tenant.admin('POST', '/keys', {
          label: `no ${channel}`,
          channels: others,
          may_read: true,
          rate_limit_per_minute: 100_000,
        });
        kept.set(channel, { ...(await useChannel(system, tenant, channel)), otherKey: body.api_key });
      }
    }, 90_000);

    const keptOf = (channel: Channel): Kept => {
      const found = kept.get(channel);
      if (!found) throw new Error(`${channel} was not used.`);
      return found;
    };
    const call = (method: string, action: string, ask: Ask, key: string): Promise<Answer> =>
      method === 'GET'
        ? // safe: GET actions are asked with texts alone
          callJson('GET', `${tenant.base}?${new URLSearchParams({ action, ...(ask as Record<string, string>) })}`, {
            token: key,
          })
        : callJson('POST', `${tenant.base}?action=${action}`, { token: key, body: ask });

    test('tries every action', () => {
      expect(Object.keys(ASKS).toSorted()).toEqual(CUSTOMER_ACTIONS.map(({ name }) => name).toSorted());
    });

    test.each(
      CUSTOMER_ACTIONS.flatMap(({ name, method }) => CHANNELS.map((channel) => [name, channel, method] as const)),
    )('learns nothing from %s about %s', async (name, channel, method) => {
      const about = keptOf(channel);
      for (const ask of ASKS[name]?.(channel, about) ?? []) {
        const answer = await call(method, name, ask, about.otherKey);
        const text = JSON.stringify(answer.body);
        for (const secret of about.secrets) expect(text, `${name} ${JSON.stringify(ask)}`).not.toContain(secret);
        if (answer.status !== 200) expect(REFUSALS).toContain(`${answer.status} ${answer.body.error}`);
        else expect(ANSWERS, `${name} answered ${text}`).toContain(name);
      }
    });

    test('changed nothing: every channel is connected, nothing was sent, and the key with the channel reads everything', async () => {
      const { body: listed } = await tenant.get('channels');
      const texts = CHANNELS.map((channel) => keptOf(channel).text);
      const events = await ledgerWith(tenant, texts);
      for (const channel of CHANNELS) {
        const about = keptOf(channel);
        expect(listed.channels).toContainEqual(
          expect.objectContaining({ channel, id: about.account, status: 'connected' }),
        );
        expect((await tenant.get('message', { message_id: about.messageId })).body.text).toBe(`reply to ${about.text}`);
        expect((await tenant.get('comments', { platform: 'fb' })).body.comments).toMatchObject([{ replied: false }]);
      }
      expect(events).not.toContain('not mine');
    });
  });
}
