import { AI_PROVIDERS } from '@parley/common/ai-providers';
import { afterAll, describe, expect, test } from 'vitest';
import { type AiDoor, openAiDoor } from '../../../support/bots/ai-door.ts';
import {
  addBot,
  aiAddress,
  endedTurns,
  makeBotTenant,
  notificationsOf,
  setAiKey,
  textsTo,
  untilNotified,
} from '../../../support/bots/bots.ts';
import { notePrivate } from '../../../support/requests/private-strings.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { addConfirmedRecipient } from '../../../support/tenants/recipients.ts';
import type { GetSystem } from '../get-system.ts';

/** Variables that the AI library uses by default; no call of a bot may use them. */
export const AI_LIBRARY_VARIABLES = {
  OPENAI_API_KEY: 'sk-openai-of-the-environment',
  ANTHROPIC_API_KEY: 'sk-anthropic-of-the-environment',
  GOOGLE_GENERATIVE_AI_API_KEY: 'sk-google-of-the-environment',
  // Nothing listens there.
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/v1',
  GOOGLE_GENERATIVE_AI_BASE_URL: 'http://127.0.0.1:9/v1beta',
};

/** A tenant with a key, an address and a bot at each provider; each bot answers the word that names its provider. */
async function openThree(system: System, doors: AiDoor[]) {
  const tenant = await makeTenant(system);
  const bots = [];
  for (const provider of AI_PROVIDERS) {
    const address = new URL(aiAddress(system, provider));
    const door = await openAiDoor(address.origin);
    doors.push(door);
    const key = await setAiKey(tenant, provider, `${door.url}${address.pathname}`);
    const trigger = { kind: 'keywords', words: [provider], match: 'contains' };
    bots.push({ provider, door, key, id: await addBot(tenant, { provider, trigger }) });
  }
  return { tenant, bots };
}

/** Which key is used for which tenant (docs/reference/bots.md#keys). */
export function botKeySuite(getSystem: GetSystem): void {
  describe('keys of AI providers', () => {
    const doors: AiDoor[] = [];
    afterAll(() => {
      for (const { close } of doors) close();
    });

    test('every call of three tenants with three providers each uses its own key and address, whatever the environment says', async () => {
      const system = getSystem();
      for (const [name, value] of Object.entries(AI_LIBRARY_VARIABLES))
        if (name.endsWith('_KEY')) notePrivate({ api_key: value });
      const tenants = await Promise.all([1, 2, 3].map(() => openThree(system, doors)));
      await Promise.all(
        tenants.flatMap(({ tenant, bots }) =>
          bots.map(async ({ provider, key, id, door }) => {
            const customer = uniqueDigits('16');
            await tenant.customerWrites(customer, { text: `What about ${provider}?` });
            expect(await endedTurns(tenant, id, 1)).toMatchObject([{ outcome: 'replied' }]);
            expect(await textsTo(system, customer)).toHaveLength(1);
            expect(door.keys).toEqual([key]);
          }),
        ),
      );
      const known = (await system.sandbox.ai.keys()).map(({ key }) => key);
      for (const { bots } of tenants) for (const { key } of bots) expect(known).toContain(key);
      for (const value of Object.values(AI_LIBRARY_VARIABLES)) expect(known).not.toContain(value);
    });

    test('a bot at its cap hands over each conversation, and people are notified once a day', async () => {
      const system = getSystem();
      const bot = await makeBotTenant(system, { provider: 'openai', caps: { tokens_per_day: 1 } });
      await addConfirmedRecipient(system, bot);
      for (const customer of [uniqueDigits('16'), uniqueDigits('16')])
        await bot.customerWrites(customer, { text: 'Is anybody there?' });
      const handedOver = { outcome: 'handed_over', reason: 'cap_tokens_per_day' };
      expect(await bot.ended(2)).toMatchObject([handedOver, handedOver]);
      await untilNotified(bot, 'bot_stopped');
      expect(await notificationsOf(bot, 'bot_stopped')).toMatchObject([{ facts: 1 }]);
      expect(await bot.asked()).toEqual([]);
    });

    test('a dead key stops the bot and notifies people once; no answer, event or mail contains it', async () => {
      const system = getSystem();
      const bot = await makeBotTenant(system, { provider: 'openai' });
      await addConfirmedRecipient(system, bot);
      // Both turns are at the model before the key dies: a stopped bot begins none.
      await bot.hold(true);
      for (const customer of [uniqueDigits('16'), uniqueDigits('16')])
        await bot.customerWrites(customer, { text: 'Is anybody there?' });
      await bot.called(2);
      await system.sandbox.ai.behave({ provider: 'openai', key: bot.aiKey, behaviour: 'dead' });
      expect(await bot.ended(2)).toMatchObject(Array(2).fill({ outcome: 'stopped', reason: 'key_refused' }));
      await untilNotified(bot, 'bot_stopped');
      expect(await notificationsOf(bot, 'bot_stopped')).toHaveLength(1);
      const paths = ['/ai-keys', `/bots/${bot.botId}`, `/bots/${bot.botId}/turns`, `/bots/${bot.botId}/usage`];
      const answers = await Promise.all(
        [...paths, '/notifications', '/conversations'].map((path) => bot.admin('GET', path)),
      );
      const tested = await bot.admin('POST', '/ai-keys/openai/test');
      expect(tested).toMatchObject({ status: 200, body: { status: 'refused' } });
      expect(answers[1]?.body).toMatchObject({ status: 'stopped', stopped_reason: 'key_refused' });
      const mails = await system.sandbox.notices.mails();
      const said = JSON.stringify([...answers, tested, await bot.webhooks(), mails]);
      expect(said).toContain(bot.aiKey.slice(-4));
      expect(said).not.toContain(bot.aiKey);
    });
  });
}
