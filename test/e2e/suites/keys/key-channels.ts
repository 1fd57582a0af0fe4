import { CHANNELS, type Channel } from '@parley/common/channels';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import type { ActionContract } from '@parley/common/define-contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONFORMING_CHANNELS } from '../../../support/channels/conforming-channels.ts';
import { connectPage, REDIRECT_URL } from '../../../support/channels/connect-channels.ts';
import { linkDevice, makePerson, personWritesTo } from '../../../support/channels/linked-devices.ts';
import { type Answer, callJson } from '../../../support/requests/call-json.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { ledgerWith, webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

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

/** The value of a channel in each field that can name something of it, and a text to find again. */
const valuesOf = (channel: Channel, kept: Kept): Ask => ({
  channel,
  platform: channel,
  to: kept.person,
  address: kept.person,
  from: kept.account,
  id: kept.account,
  message_id: kept.messageId,
  conversation_id: kept.conversationId,
  comment_id: kept.commentId,
  session_token: kept.sessionToken,
  message: 'not mine',
  private_message: 'not mine',
  redirect_url: REDIRECT_URL,
});

/** Further requests of an action; a request that its contract refuses cannot name the channel, and is left out. */
const MORE: Readonly<Record<string, (channel: Channel, kept: Kept) => Ask[]>> = {
  send: (channel, { person, account }) => [
    { channel, to: person, message: 'not mine', from: account },
    ...(channel === 'wa' ? [{ channel, to: person, template: { name: 'order_update', variables: ['a', 'b'] } }] : []),
  ],
  typing: (channel, { person, account }) => [{ channel, to: person, from: account }],
  templates: () => [{}],
  'delete-session': (_channel, { account }) => [{ id: account }],
  'delete-template': (channel) => [{ channel, name: 'order_update' }],
  conversations: (channel, { person, account, text }) => [
    { limit: 100 },
    { channel },
    { peer: person },
    { account },
    { q: text },
  ],
  search: (channel, { person, text, conversationId }) => [
    { q: text },
    { q: person },
    { q: String(conversationId) },
    { q: text, channel },
  ],
  contact: (_channel, { conversationId }) => [{ conversation_id: conversationId }],
  events: () => [{ limit: 500 }],
};

/** They name nothing of a channel: the webhook of the key itself, and an event that does not exist. */
const NAMELESS = ['set-webhook', 'events'];

/** The requests of an action that name the channel: its example with the values of the channel, and more. */
function asksOf({ name, input, example, channel: only }: ActionContract, channel: Channel, kept: Kept): Ask[] {
  if (only !== undefined && only !== channel) return [];
  const values = valuesOf(channel, kept);
  const shown = Object.entries(example.request).map(([field, value]) => [
    field,
    field in values ? values[field] : value,
  ]);
  const asks = [
    ...(NAMELESS.includes(name) ? [] : [Object.fromEntries(shown)]),
    ...(MORE[name]?.(channel, kept) ?? []),
  ];
  return asks.filter((ask) => input.safeParse(ask).success);
}

/** The allowed refusals; an answer without data of the channel is allowed too. */
const REFUSALS = ['403 channel_not_allowed', '404 unknown_message', '404 unknown_conversation', '404 unknown_contact'];

/** Actions that answer, without data of the channel. */
const ANSWERS = ['status', 'upload', 'channels', 'capabilities', 'conversations', 'search', 'events', 'webhook'];

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
        ? // safe: the fields of GET actions are texts and numbers
          callJson('GET', `${tenant.base}?${new URLSearchParams({ action, ...(ask as Record<string, string>) })}`, {
            token: key,
          })
        : callJson('POST', `${tenant.base}?action=${action}`, { token: key, body: ask });

    test('calls every action', () => {
      const untried = CUSTOMER_ACTIONS.filter((action) =>
        CHANNELS.every((channel) => asksOf(action, channel, keptOf(channel)).length === 0),
      );
      expect(untried.map(({ name }) => name)).toEqual(['set-webhook']);
    });

    test.each(CUSTOMER_ACTIONS.flatMap((action) => CHANNELS.map((channel) => [action.name, channel, action] as const)))(
      'learns nothing from %s about %s',
      async (name, channel, action) => {
        const about = keptOf(channel);
        const { method } = action;
        for (const ask of asksOf(action, channel, about)) {
          const answer = await call(method, name, ask, about.otherKey);
          const text = JSON.stringify(answer.body);
          for (const secret of about.secrets) expect(text, `${name} ${JSON.stringify(ask)}`).not.toContain(secret);
          if (answer.status !== 200) expect(REFUSALS).toContain(`${answer.status} ${answer.body.error}`);
          else expect(ANSWERS, `${name} answered ${text}`).toContain(name);
        }
      },
    );

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
