import { AI_PROVIDERS } from '@parley/common/ai-providers';
import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { type BotTenant, makeBotTenant, notificationsOf, untilNotified } from '../../../support/bots/bots.ts';
import { connectPage } from '../../../support/channels/connect-channels.ts';
import { linkDevice, makePerson, personWritesTo } from '../../../support/channels/linked-devices.ts';
import type { System } from '../../../support/system/system.ts';
import { uniqueDigits } from '../../../support/tenants/client.ts';
import { addConfirmedRecipient } from '../../../support/tenants/recipients.ts';
import { openPlatformReceiver } from '../../../support/webhooks/platform-receiver.ts';
import { makeTelegramBot } from '../channels/telegram.ts';
import type { GetSystem } from '../get-system.ts';

const conversationsOf = async (bot: BotTenant): Promise<{ id: number; bot: string; channel: string }[]> =>
  (await bot.admin('GET', '/conversations?limit=100')).body.items;

const originsIn = async (bot: BotTenant, conversation: number): Promise<string[]> =>
  (await bot.admin('GET', `/conversations/${conversation}/messages`)).body.items.map(
    ({ origin }: { origin: string }) => origin,
  );

/** Five messages of one customer get one reply; the listed usage is what the model reported. */
async function expectOneReply(system: System, provider: (typeof AI_PROVIDERS)[number]): Promise<void> {
  // Longer than a slow machine needs between two messages: one after the pause would start a new reply.
  const bot = await makeBotTenant(system, { provider, debounce_seconds: 15 });
  const customer = uniqueDigits('16');
  const last = `and what does it cost, ${customer}?`;
  const parts = ['Good morning to you', 'I look for a lamp', 'a green one if possible', 'for my desk', last];
  await system.sandbox.ai.answer({
    contains: last,
    answer: `From 20, ${provider}.`,
    cached_tokens: 5,
    reasoning_tokens: 7,
  });
  // The reply is scripted for the last message.
  await Promise.all(parts.slice(0, -1).map((text) => bot.customerWrites(customer, { text })));
  await bot.customerWrites(customer, { text: last });
  const turns = await bot.ended(1);
  const asked = await bot.asked();
  expect(asked).toHaveLength(1);
  const prompt = asked[0]?.messages.map(({ text }) => text).join('\n');
  for (const text of parts) expect(prompt).toContain(text);
  expect(await bot.textsTo(customer)).toEqual([`From 20, ${provider}.`]);

  const tokens = asked[0]?.tokens;
  const used = {
    calls: 1,
    input_tokens: tokens?.input,
    cached_tokens: 5,
    output_tokens: tokens?.output,
    reasoning_tokens: 7,
  };
  // A turn without a database connection in time is retried: there must be one call and one message.
  expect(turns).toMatchObject([{ outcome: 'replied', texts: [`From 20, ${provider}.`], sent: 1, usage: used }]);
  const { body } = await bot.admin('GET', `/bots/${bot.botId}/usage`);
  expect(body.items).toMatchObject([{ turns: 1, failed_calls: 0, untold_calls: 0, ...used }]);
}

/** Bots over HTTP, with the sandbox's models on their providers' wire formats (docs/reference/bots.md). */
export function botSuite(getSystem: GetSystem): void {
  describe('bots', () => {
    test('five messages within seconds get one reply to all of them, and its tokens are listed as each provider counts them', async () => {
      const system = getSystem();
      await Promise.all(AI_PROVIDERS.map((provider) => expectOneReply(system, provider)));
    });

    test('a message during generation restarts it: one reply, to both messages', async () => {
      const bot = await makeBotTenant(getSystem(), { provider: 'anthropic' });
      const customer = uniqueDigits('16');
      await bot.hold(true);
      await bot.customerWrites(customer, { text: 'Do you open on Friday?' });
      await bot.called(1);
      await bot.customerWrites(customer, { text: 'On Saturday, I mean.' });
      await bot.called(2);
      await bot.hold(false);
      const turns = await bot.ended(1);
      const asked = await bot.asked();
      expect(asked).toHaveLength(1);
      expect(asked[0]?.messages.map(({ text }) => text).join('\n')).toMatch(/on Friday.*On Saturday/s);
      expect(await bot.textsTo(customer)).toEqual([asked[0]?.answer]);
      // The aborted call reported no tokens.
      const { input, output } = asked[0]?.tokens ?? {};
      expect(turns).toMatchObject([
        { outcome: 'replied', attempts: 2, usage: { calls: 2, input_tokens: input, output_tokens: output } },
      ]);
      const { body } = await bot.admin('GET', `/bots/${bot.botId}/usage`);
      expect(body.items).toMatchObject([{ turns: 1, calls: 2, untold_calls: 1 }]);
    });

    test('a hand-over notifies the customer once and people once, and the bot is silent until the conversation is resolved', async () => {
      const system = getSystem();
      const bot = await makeBotTenant(system, {
        provider: 'google',
        hand_over_message: 'A colleague answers you soon.',
      });
      const platform = openPlatformReceiver(system, `${bot.slug}-platform`);
      await bot.admin('PUT', '/platform-webhook', { url: platform.url, events: ['bot-message'] });
      await addConfirmedRecipient(system, bot);
      const customer = uniqueDigits('16');
      const text = `a human for ${customer}`;
      await system.sandbox.ai.answer({
        contains: text,
        tool: { name: 'hand_over', arguments: { reason: 'asks for one' } },
      });
      await bot.customerWrites(customer, { text });
      const [turn] = await bot.ended(1);
      expect(turn).toMatchObject({ outcome: 'handed_over', reason: 'asks for one' });
      const told = await platform.one('bot-message');
      expect(told.body.data).toMatchObject({
        origin: 'bot',
        text: 'A colleague answers you soon.',
        handed_over: true,
        turn_id: turn?.id,
        bot: { id: bot.botId, name: 'Noor' },
        usage: { provider: 'google', model: 'scripted', input_tokens: turn?.usage.input_tokens },
      });
      await untilNotified(bot, 'hand_over');
      await bot.customerWrites(customer, { text: 'is somebody there?' });
      const [conversation] = await conversationsOf(bot);
      expect(conversation).toMatchObject({ bot: 'paused' });
      expect(await bot.turns()).toHaveLength(1);
      await bot.admin('PATCH', `/conversations/${conversation?.id}`, { status: 'resolved' });
      await bot.customerWrites(customer, { text: 'one more thing' });
      expect(await bot.ended(2)).toMatchObject([{ outcome: 'handed_over' }, { outcome: 'replied' }]);
      const texts = await bot.textsTo(customer);
      expect(texts).toHaveLength(2);
      expect(texts[0]).toBe('A colleague answers you soon.');
      expect(await notificationsOf(bot, 'hand_over')).toHaveLength(1);
    });

    test('a person’s answer during generation replaces the reply: from the dashboard, the page’s inbox and the linked phone', async () => {
      const system = getSystem();
      const bot = await makeBotTenant(system);
      const page = await connectPage(system, bot);
      const device = await linkDevice(system, bot);
      const [onWa, onPage, onPhone] = [uniqueDigits('16'), uniqueDigits('24'), await makePerson(system)];
      await bot.hold(true);
      await bot.customerWrites(onWa, { text: 'Is anybody there?' });
      await system.sandbox.channel('fb').customerWrites(onPage, { account: page.id, text: 'Is anybody there?' });
      await personWritesTo(system, onPhone, device.number, { type: 'text', text: 'Is anybody there?' });
      await bot.called(3);

      const [{ id: waConversation = 0 } = {}] = (await conversationsOf(bot)).filter(({ channel }) => channel === 'wa');
      const answered = await bot.admin('POST', `/conversations/${waConversation}/messages`, { message: 'I am here' });
      expect(answered.status).toBe(200);
      await system.sandbox.profile('fb').ownerWrites(onPage, { account: page.id, text: 'I am here' });
      await system.sandbox.devices.writes(device.number, { to: onPhone, type: 'text', text: 'I am here' });
      await pollUntil(async () => (await conversationsOf(bot)).every((one) => one.bot === 'paused') || null, {
        what: () => 'every conversation to be paused',
      });
      await bot.hold(false);
      expect(await bot.ended(3)).toMatchObject(Array(3).fill({ outcome: 'superseded_by_person', texts: [], sent: 0 }));
      const conversations = await conversationsOf(bot);
      expect(conversations).toHaveLength(3);
      for (const { id } of conversations)
        expect((await originsIn(bot, id)).toSorted()).toEqual(['customer', expect.stringMatching(/dashboard|phone/)]);
    });

    test('a bot for groups answers there, and reads nothing from before the conversation was resolved', async () => {
      const system = getSystem();
      const bot = await makeBotTenant(system);
      await bot.admin('PATCH', `/bots/${bot.botId}`, { groups: true });
      const telegram = await makeTelegramBot(system, bot);
      const group = `-100${uniqueDigits('')}`;
      const participant = { id: Number(uniqueDigits('5')), name: 'Ada' };
      const says = (text: string) =>
        system.sandbox.channel('tg').customerWrites(group, { account: telegram.id, text, participant });
      await says('the first question');
      expect(await bot.ended(1)).toMatchObject([{ outcome: 'replied', sent: 1 }]);
      const [{ id = 0 } = {}] = await conversationsOf(bot);
      expect((await originsIn(bot, id)).toSorted()).toEqual(['bot', 'customer']);
      expect((await bot.admin('PATCH', `/conversations/${id}`, { status: 'resolved' })).status).toBe(200);
      await says('the second question');
      await bot.ended(2);
      const read = JSON.stringify((await bot.asked()).at(-1));
      expect(read).toContain('the second question');
      expect(read).not.toContain('the first question');
    });

    test('on a linked device that reconnects, the bot answers a recent question and no old ones', async () => {
      const system = getSystem();
      const { devices } = system.sandbox;
      const bot = await makeBotTenant(system);
      const device = await linkDevice(system, bot);
      const [patient, lost] = [await makePerson(system), await makePerson(system)];
      await devices.refuseLogins(device.deviceId, { code: 503, times: 2 });
      await devices.drop(device.deviceId);
      const shown = () => devices.device(device.deviceId);
      await pollUntil(async () => (await shown()).refused_logins > 0 || null, {
        what: () => 'the device to be away',
      });
      // The messages that waited at the network when the device was dropped.
      const { pending: left } = await shown();
      const ago = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
      const says = (from: string, text: string, t?: number) =>
        personWritesTo(system, from, device.number, { type: 'text', text, t });
      await says(lost, 'asked an hour ago', ago(60));
      await says(lost, 'asked eleven minutes ago', ago(11));
      await says(patient, 'asked a day ago', ago(1440));
      await says(patient, 'asked just now');
      expect(await shown()).toMatchObject({ connected: 0, pending: left + 4 });

      await pollUntil(async () => ((await shown()).pending === 0 ? true : null), {
        what: () => 'the device to come back and take what waited',
      });
      expect(await bot.ended(1)).toMatchObject([{ outcome: 'replied' }]);
      // Every waiting message is in the inbox, and old ones open no turn.
      await pollUntil(
        async () => {
          const origins = await Promise.all((await conversationsOf(bot)).map(({ id }) => originsIn(bot, id)));
          return origins.flat().filter((origin) => origin === 'customer').length === 4 || null;
        },
        { what: () => 'all four messages to be stored' },
      );
      expect(await bot.turns()).toHaveLength(1);
      const told = (await devices.taken({ device: device.deviceId })).filter(({ type }) => type === 'text');
      expect(told.map(({ to }) => to.split('@')[0])).toEqual([expect.stringContaining(patient)]);
    });

    test('does not answer history, echoes, reactions, comments and groups', async () => {
      const system = getSystem();
      const bot = await makeBotTenant(system);
      const page = await connectPage(system, bot);
      const telegram = await makeTelegramBot(system, bot);
      const [customer, reader] = [uniqueDigits('16'), uniqueDigits('24')];
      const old = new Date(Date.now() - 11 * 60_000).toISOString();
      const history = await bot.customerWrites(customer, { text: 'from before', at: old });
      const { sandbox } = system;
      const acts = [
        history,
        await sandbox.channel('wa').customerReacts(customer, {
          account: bot.phoneNumberId,
          target: history.provider_message_id,
          emoji: '👍',
        }),
        await sandbox
          .profile('fb')
          .customerComments(reader, { account: page.id, text: 'Is there a blue one of these?' }),
        await sandbox.profile('fb').ownerWrites(reader, { account: page.id, text: 'We write first' }),
        await sandbox.channel('tg').customerWrites(`-100${uniqueDigits('')}`, {
          account: telegram.id,
          text: 'in a group',
          participant: { id: Number(uniqueDigits('5')), name: 'Ada' },
        }),
      ];
      for (const { callbacks } of acts) expect(callbacks[0]?.status).toBe(200);
      // Webhooks that were answered 200 are stored, and so would be their turns.
      expect(await bot.turns()).toEqual([]);
      await bot.customerWrites(uniqueDigits('16'), { text: 'a question of today' });
      expect(await bot.ended(1)).toMatchObject([{ outcome: 'replied' }]);
    });
  });
}
