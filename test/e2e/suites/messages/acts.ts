import { snakeKey } from '@parley/common/casing/camel';
import { CHANNELS, type Channel } from '@parley/common/channels';
import {
  ACTION_NEEDS,
  CAPABILITIES,
  type ChannelAction,
  canDo,
  TYPING_STATES,
} from '@parley/common/messages/capabilities';
import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONFORMING_CHANNELS } from '../../../support/channels/conforming-channels.ts';
import { connectPage } from '../../../support/channels/connect-channels.ts';
import { linkDevice, makePerson, personWritesTo } from '../../../support/channels/linked-devices.ts';
import type { Answer } from '../../../support/requests/call-json.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';
import { hostileSends } from '../hostile/hostile-sends.ts';

/** A chat of a connected account, with a message of each side. */
interface Chat {
  account: string;
  person: string;
  /** The platform's id of the person's message, and Parley's ids of both. */
  theirs: string;
  theirId: number;
  ownId: string;
  /** The linked device, on wd. */
  device: { id: string; number: string } | null;
}

const ACTIONS = Object.keys(ACTION_NEEDS) as ChannelAction[]; // safe: the keys of that table
const PAIRS = ACTIONS.flatMap((action) => CHANNELS.map((channel) => [action, channel] as const));

async function openChat(system: System, tenant: TestTenant, channel: Channel): Promise<Chat> {
  const text = `act on me ${uniqueDigits('')}`;
  const ofText = (data: { text: string }): boolean => data.text === text;
  const answered = async (to: string): Promise<string> => {
    const sent = await tenant.post('send', { channel, to, message: `reply to ${text}` });
    expect(sent, channel).toMatchObject({ status: 200 });
    return sent.body.message_id;
  };
  if (channel === 'wd') {
    const { id: account, number, deviceId } = await linkDevice(system, tenant);
    const person = await makePerson(system);
    const theirs = await personWritesTo(system, person, number, { type: 'text', text });
    const { body } = await webhookOf(tenant, 'message.received', ofText);
    const ownId = await answered(`+${person}`);
    const device = { id: deviceId, number };
    return { account, person: `+${person}`, theirs, theirId: body.data.message_id, ownId, device };
  }
  const traits = CONFORMING_CHANNELS.find(({ code }) => code === channel);
  if (!traits) throw new Error(`No traits of ${channel}`);
  const page = channel === 'fb' ? await connectPage(system, tenant, { instagram: false }) : null;
  const account = page?.id ?? (await traits.connect(system, tenant)).id;
  const person = traits.makePerson();
  const { provider_message_id: theirs } = await system.sandbox
    .channel(channel)
    .customerWrites(person, { account, text });
  const { body } = await webhookOf(tenant, 'message.received', ofText);
  const ownId = await answered(person);
  return { account, person, theirs, theirId: body.data.message_id, ownId, device: null };
}

/** The fields of a request that the action accepts in this chat. */
const FIELDS: Readonly<Record<ChannelAction, (chat: Chat) => Record<string, unknown>>> = {
  react: ({ theirId }) => ({ message_id: theirId, emoji: '👍' }),
  'edit-message': ({ ownId }) => ({ message_id: ownId, message: 'edited' }),
  'delete-message': ({ ownId }) => ({ message_id: ownId }),
  'mark-read': ({ theirId }) => ({ message_id: theirId }),
  typing: ({ person }) => ({ to: person, state: 'typing' }),
  'check-number': ({ person }) => ({ numbers: [person.startsWith('+') ? person : '+16505550199'] }),
  'reject-call': ({ device }) => ({ call_id: device ? 'call-e2e' : 'wacid.e2e' }),
};

/** Kinds of the acts that the platform saw on this message or in this chat. */
async function seenBy(system: System, channel: Channel, { person, theirs, account, device }: Chat): Promise<string[]> {
  if (channel !== 'wd') {
    const acts = await system.sandbox.acts({ channel, account });
    const isHere = (act: (typeof acts)[number]) =>
      act.to === person || act.target === theirs || act.act === 'reject_call';
    return acts.filter(isHere).map(({ act }) => act);
  }
  const taken = await system.sandbox.devices.taken({ to: person });
  const carried = await system.sandbox.devices.carried({ device: device?.id ?? '' });
  const acts = await system.sandbox.devices.acts(device?.id ?? '');
  const isRead = carried.some(({ id, receipts }) => id === theirs && receipts.includes('read'));
  return [...taken.map(({ type }) => type), ...acts.map(({ act }) => act), ...(isRead ? ['read'] : [])];
}

const SEEN: Readonly<Partial<Record<ChannelAction, readonly string[]>>> = {
  react: ['react', 'reaction'],
  'edit-message': ['edit'],
  'delete-message': ['delete', 'revoke'],
  'mark-read': ['read'],
  typing: ['typing'],
  'reject-call': ['reject_call'],
};

/** Each action on each channel reaches the platform, or is refused as docs/reference/channels.md#capabilities says. */
export function actSuite(getSystem: GetSystem): void {
  describe('actions on messages and chats', () => {
    let tenant: TestTenant;
    const chats = new Map<Channel, Chat>();
    beforeAll(async () => {
      const system = getSystem();
      tenant = await makeTenant(system, { channels: [...CHANNELS] });
      for (const channel of CHANNELS) chats.set(channel, await openChat(system, tenant, channel));
    }, 90_000);
    const chatOf = (channel: Channel): Chat => {
      const chat = chats.get(channel);
      if (!chat) throw new Error(`${channel} has no chat.`);
      return chat;
    };
    const ask = (action: ChannelAction, channel: Channel): Promise<Answer> =>
      tenant.post(action, { channel, ...FIELDS[action](chatOf(channel)) });

    // Before the acts, which change the messages.
    hostileSends(
      () => tenant,
      chatOf,
      () => makeTenant(getSystem(), { channels: [...CHANNELS] }),
    );

    test.each(PAIRS.filter(([action, channel]) => canDo(channel, action) && action !== 'delete-message'))(
      '%s reaches the platform of %s',
      async (action, channel) => {
        const chat = chatOf(channel);
        const { number } = chat.device ?? {};
        if (action === 'reject-call' && number !== undefined) {
          await getSystem().sandbox.devices.calls(chat.person.slice(1), number, 'call-e2e');
          await pollUntil(async () => ((await ask(action, channel)).status === 200 ? true : null), {
            what: () => 'the call to be known',
          });
        }
        const answer = await ask(action, channel);
        expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { ok: true, channel } });
        const kinds = SEEN[action];
        if (kinds === undefined)
          return expect(answer.body.numbers).toEqual([{ number: chat.person, exists: true, to: chat.person }]);
        await pollUntil(
          async () => (await seenBy(getSystem(), channel, chat)).find((act) => kinds.includes(act)) ?? null,
          { what: () => `${kinds.join(' or ')} at the platform` },
        );
      },
    );

    test.each(CHANNELS.filter((channel) => canDo(channel, 'delete-message')))(
      'an edited message of %s is shown with its new text, and a deleted one as deleted',
      async (channel) => {
        const { ownId, theirId, account } = chatOf(channel);
        const { body } = await tenant.get('message', { message_id: ownId });
        expect(body.text).toBe('edited');
        expect(await ask('delete-message', channel)).toMatchObject({
          status: 200,
          body: { ok: true, message_id: ownId },
        });
        const { body: listed } = await tenant.admin('GET', `/conversations/${body.conversation_id}/messages`);
        const shown = new Map(listed.items.map((message: { message_id: string }) => [message.message_id, message]));
        expect(shown.get(ownId)).toMatchObject({
          text: '',
          edited_at: expect.any(String),
          revoked_at: expect.any(String),
        });
        const from = channel === 'wd' ? `+${chatOf(channel).device?.number}` : account;
        expect(shown.get(String(theirId))).toMatchObject({ reactions: [{ from, emoji: '👍' }] });
      },
    );

    test.each(PAIRS.filter(([action, channel]) => !canDo(channel, action)))(
      '%s is refused on %s, and the error names the channel and the action',
      async (action, channel) => {
        const before = await seenBy(getSystem(), channel, chatOf(channel));
        const answer = await ask(action, channel);
        expect(answer).toMatchObject({ status: 400, body: { error: 'unsupported_content', channel, action } });
        expect(answer.body.message).toContain(channel);
        expect(await seenBy(getSystem(), channel, chatOf(channel))).toEqual(before);
      },
    );

    // docs/reference/sends.md#typing
    test.each(CHANNELS.flatMap((channel) => TYPING_STATES.map((state) => [state, channel] as const)))(
      'the typing state %s is shown or refused on %s as its capabilities say',
      async (state, channel) => {
        const answer = await tenant.post('typing', { channel, to: chatOf(channel).person, state });
        if (CAPABILITIES[channel].typing.includes(state)) return expect(answer).toMatchObject({ status: 200 });
        const body = { error: 'unsupported_content', channel, action: 'typing' };
        expect(answer).toMatchObject({ status: 400, body });
      },
    );

    test('capabilities are listed for each connected account of the key’s channels', async () => {
      const { body } = await tenant.get('capabilities');
      for (const channel of CHANNELS) {
        const { account } = chatOf(channel);
        const found = body.accounts.find(
          (entry: { channel: string; id: string }) => entry.channel === channel && entry.id === account,
        );
        const can = Object.entries(CAPABILITIES[channel]).map(([name, value]) => [snakeKey(name), value]);
        expect(found).toMatchObject({ capabilities: Object.fromEntries(can), label: expect.any(String) });
        expect(found.limits.text).toBeGreaterThan(0);
      }
    });

    test('no act changes the balance', async () => {
      const balance = async (): Promise<number> => (await tenant.get('status')).body.balance;
      const before = await balance();
      for (const action of ['react', 'mark-read', 'typing'] as const) await ask(action, 'wa');
      expect(await balance()).toBe(before);
    });
  });
}
