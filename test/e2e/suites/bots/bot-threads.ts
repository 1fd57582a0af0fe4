import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { type BotTenant, makeBotTenant, textsTo } from '../../../support/bots/bots.ts';
import { readSends } from '../../../support/channels/read-sends.ts';
import { joinTenant } from '../../../support/console/console-browser.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import type { GetSystem } from '../get-system.ts';

const CUSTOMERS = 5;
const ROUNDS = 3;
/** The clock of the platform at the start: reports count by it, whatever their order of arrival. */
const STARTED_MS = 90_000;

/** A person who writes to a number that another app shares; each report is a second after the one before. */
function openThread(system: System, { phoneNumberId: account, customerWrites }: TestTenant) {
  const { whatsapp, setThread } = system.sandbox.graph;
  const customer = uniqueDigits('16');
  let clock = Date.now() - STARTED_MS;
  const at = (): string => {
    clock += 1000;
    return new Date(clock).toISOString();
  };
  const hand = (owner: 'ours' | 'theirs') => {
    const roles = owner === 'ours' ? ['ai_agent', 'escalation'] : ['escalation', 'ai_agent'];
    return setThread({
      channel: 'wa',
      account,
      to: customer,
      owner,
      previous_role: roles[0],
      role: roles[1],
      at: at(),
    });
  };
  return {
    customer,
    writes: (text: string) => customerWrites(customer, { text, at: at() }),
    /** The copy of a message that goes to the other app. */
    writesToOther: (text: string) => customerWrites(customer, { text, at: at(), form: 'standby' }),
    otherWrites: (text: string) =>
      whatsapp.otherAppWrites(customer, { account, message: { type: 'text', text: { body: text } }, at: at() }),
    passedToUs: () => hand('ours'),
    takenFromUs: () => hand('theirs'),
  };
}

/** Each message has another answer: a bot stops when it repeats itself. */
const answerTo = (text: string): string => `Answer to ${text}.`;

/** One person's thread goes back and forth between the apps; returns the messages that came to us. */
async function walkThread(system: System, bot: BotTenant): Promise<{ customer: string; owned: string[] }> {
  const { customer, ...thread } = openThread(system, bot);
  const owned: string[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const text = `Ours ${round} of ${customer}`;
    owned.push(text);
    await system.sandbox.ai.answer({ contains: text, answer: answerTo(text) });
    await thread.writes(text);
    await pollUntil(async () => ((await bot.textsTo(customer)).length === owned.length ? true : null), {
      what: () => `the answer to ${text}`,
    });
    await thread.takenFromUs();
    await thread.writesToOther(`Theirs ${round} of ${customer}`);
    await thread.otherWrites('The other app answers.');
    await thread.writesToOther(`Again theirs ${round} of ${customer}`);
    await thread.passedToUs();
  }
  return { customer, owned };
}

const CLOSED = { away_message: 'We are back on another day.', satisfaction_question: 'How was our help?' };

/** Opening hours on one day, which is not today in any time zone. */
function hoursOfAnotherDay() {
  const day = ((new Date().getUTCDay() + 2) % 7) + 1;
  return { time_zone: 'UTC', hours: [{ days: [day], from: '03:00', to: '03:30' }] };
}

/** Bots and automatic messages in threads that another app has (docs/reference/threads.md#owner). */
export function botThreadSuite(getSystem: GetSystem): void {
  describe('a number that another app shares', () => {
    test('messages to us and in standby, interleaved with hand-overs, each get one answer or none', async () => {
      const system = getSystem();
      const bot = await makeBotTenant(system);
      const walked = await Promise.all(Array.from({ length: CUSTOMERS }, () => walkThread(system, bot)));
      const turns = await bot.ended(CUSTOMERS * ROUNDS);
      expect(turns.map(({ outcome }) => outcome)).toEqual(Array(CUSTOMERS * ROUNDS).fill('replied'));
      const asked = (await bot.asked()).map(({ messages }) => messages.at(-1)?.text ?? '');
      for (const { customer, owned } of walked) {
        expect(await bot.textsTo(customer)).toEqual(owned.map(answerTo));
        for (const text of owned) expect(asked.filter((one) => one.includes(text))).toHaveLength(1);
      }
      // Answers of the other app are in the history of the model, and nothing answers them.
      expect(asked.every((text) => text.includes('Ours '))).toBe(true);
    });

    test('an answer that is being written when another app takes the thread is not sent, and the bot answers again afterwards', async () => {
      const system = getSystem();
      const bot = await makeBotTenant(system);
      const { customer, ...thread } = openThread(system, bot);
      await bot.hold(true);
      await thread.writes('Is anybody here?');
      await bot.called(1);
      await thread.takenFromUs();
      await thread.writesToOther('And who are you?');
      await bot.hold(false);
      await bot.ended(1);
      expect(await bot.textsTo(customer)).toEqual([]);
      await thread.passedToUs();
      await thread.writes('Hello again');
      await pollUntil(async () => ((await bot.textsTo(customer)).length > 0 ? true : null), {
        what: () => 'the answer after the hand-over',
      });
      expect(await bot.textsTo(customer)).toHaveLength(1);
    });

    test('no away message and no satisfaction question are sent to a person whom another app answers', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const { browser } = await joinTenant(system, tenant.slug, 'owner');
      await browser.call('update-workspace', { business_hours: hoursOfAnotherDay(), ...CLOSED });
      const [theirs, ours] = [openThread(system, tenant), openThread(system, tenant)];
      const untilSent = (count: number) =>
        pollUntil(async () => ((await textsTo(system, ours.customer)).length === count ? true : null), {
          what: () => `${count} automatic messages`,
        });
      await theirs.takenFromUs();
      await theirs.writesToOther('Are you open?');
      await ours.writes('Are you open?');
      // Away messages leave in the order in which their messages arrived.
      await untilSent(1);
      const { items } = await browser.call('list-conversations', { limit: 10 });
      const idOf = (customer: string) => items.find(({ peer }) => peer === `+${customer}`)?.id ?? 0;
      await browser.call('update-conversation', { id: idOf(theirs.customer), status: 'resolved' });
      await browser.call('update-conversation', { id: idOf(ours.customer), status: 'resolved' });
      await untilSent(2);
      const [first, question] = await readSends(system, { channel: 'wa', to: ours.customer });
      expect(first?.text).toBe(CLOSED.away_message);
      expect(JSON.stringify(question)).toContain(CLOSED.satisfaction_question);
      expect(await textsTo(system, theirs.customer)).toEqual([]);
      await theirs.passedToUs();
      await theirs.writes('Still there?');
      await pollUntil(async () => ((await textsTo(system, theirs.customer)).length > 0 ? true : null), {
        what: () => 'the away message after the hand-over',
      });
      expect(await textsTo(system, theirs.customer)).toEqual([CLOSED.away_message]);
    });
  });
}
