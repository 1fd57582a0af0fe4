import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { makeBotTenant, notificationsOf, untilNotified } from '../../../support/bots/bots.ts';
import { uniqueDigits } from '../../../support/tenants/client.ts';
import { addConfirmedRecipient } from '../../../support/tenants/recipients.ts';
import type { GetSystem } from '../get-system.ts';

const TURNS = 8;

/** Bots that answer each other (docs/reference/bots.md#a-turn). */
export function botLoopSuite(getSystem: GetSystem): void {
  describe('two bots that answer each other', () => {
    test('stop replying within the limit of the loop guard, and people are notified once', async () => {
      const system = getSystem();
      const caps = { turns_per_conversation_hour: TURNS };
      // Each is a customer of the other, under a number that this deployment does not know.
      const sides = await Promise.all(
        [uniqueDigits('16'), uniqueDigits('16')].map(async (partner) => {
          const bot = await makeBotTenant(system, { caps });
          await addConfirmedRecipient(system, bot);
          return { bot, partner, carried: 0 };
        }),
      );
      const [one, other] = sides;
      if (!one || !other) throw new Error('There are two sides.');
      /** Carries the messages of each to the other; returns whether there were any. */
      const carry = async (): Promise<boolean> => {
        let isNews = false;
        for (const [from, to] of [[one, other] as const, [other, one] as const]) {
          const texts = (await from.bot.textsTo(from.partner)).slice(from.carried);
          from.carried += texts.length;
          for (const text of texts) await to.bot.customerWrites(to.partner, { text });
          isNews ||= texts.length > 0;
        }
        return isNews;
      };
      await one.bot.customerWrites(one.partner, { text: 'Who is there?' });
      await pollUntil(
        async () => {
          if (await carry()) return null;
          const turns = (await Promise.all(sides.map(({ bot }) => bot.turns()))).flat();
          const isOver =
            turns.every(({ state }) => state === 'done') && turns.some(({ outcome }) => outcome !== 'replied');
          return isOver && !(await carry()) ? true : null;
        },
        {
          progress: () => sides.map(({ carried }) => carried).join(),
          what: () => `the bots to stop after ${sides.map(({ carried }) => carried).join(' and ')} messages`,
        },
      );
      // One of them has stopped; the other one waits for an answer that never comes.
      const ended = await Promise.all(sides.map(({ bot }) => bot.turns()));
      const stopped = ended.flat().filter(({ outcome }) => outcome !== 'replied');
      expect(stopped).toHaveLength(1);
      expect(['quick_answers', 'turns_per_conversation_hour', 'same_reply']).toContain(stopped[0]?.reason);
      for (const turns of ended) expect(turns.length).toBeLessThanOrEqual(TURNS + 1);
      const silent = sides[ended.findIndex((turns) => turns.some(({ outcome }) => outcome !== 'replied'))];
      if (!silent) throw new Error('One of them has stopped.');

      const said = (await silent.bot.textsTo(silent.partner)).length;
      for (let nth = 0; nth < 3; nth++)
        await silent.bot.customerWrites(silent.partner, { text: `Are you there? ${nth}` });
      await untilNotified(silent.bot, 'bot_stopped');
      expect(await silent.bot.turns()).toHaveLength(ended[sides.indexOf(silent)]?.length ?? 0);
      expect(await silent.bot.textsTo(silent.partner)).toHaveLength(said);
      expect(await Promise.all(sides.map(({ bot }) => notificationsOf(bot, 'bot_stopped')))).toEqual(
        sides.map((side) => (side === silent ? [expect.anything()] : [])),
      );
    });
  });
}
