import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, expect, test } from 'vitest';
import { type BotFixture, openBotFixture } from '../support/bots/bot-fixture.ts';

const TIMES = 200;
const AT_ONCE = 50;
const DEADLINE_MS = 60_000;

let fixture: BotFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

/** A barrier at which all calls wait until it opens. */
function makeGate() {
  let waiting: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((pass) => waiting.push(pass)),
    untilWaiting: (count: number) =>
      pollUntil(() => (waiting.length >= count ? true : null), {
        deadlineMs: DEADLINE_MS,
        what: () => `${count} replies at the gate, ${waiting.length} are`,
      }),
    open() {
      for (const pass of waiting) pass();
      waiting = [];
    },
  };
}

/** The ways in which a person of the workspace can answer. */
const WAYS = [
  {
    ask: (digits: string) => fixture.says(`491712${digits}`, 'Hello?'),
    answer: (digits: string) => fixture.phoneSays(`491712${digits}`, 'Here!'),
  },
  {
    ask: (digits: string) => fixture.says(`491713${digits}`, 'Hello?'),
    answer: (digits: string) => fixture.dashboardSays(`491713${digits}`, 'Here!'),
  },
  {
    ask: (digits: string) => fixture.saysOnPage(`7000000000${digits}`, 'Hello?'),
    answer: (digits: string) => fixture.pageSays(`7000000000${digits}`, 'Here!'),
  },
];

// docs/reference/bots.md#people-first
test.for(['before it is stored', 'before it is reserved'] as const)(
  'the bot sends nothing in 200 turns in which a person answers after generation, %s',
  { timeout: 180_000 },
  async (moment) => {
    const gate = makeGate();
    const nothing = async (): Promise<void> => {};
    const afterReply = moment === 'before it is stored' ? gate.wait : nothing;
    const beforeSend = moment === 'before it is reserved' ? gate.wait : nothing;
    fixture = await openBotFixture(
      async ({ text }) => {
        await afterReply();
        return { text: `reply to ${text}` };
      },
      { beforeSend },
    );
    await fixture.addBot();
    for (let first = 0; first < TIMES; first += AT_ONCE) {
      const customers = Array.from({ length: AT_ONCE }, (_, nth) => ({
        digits: String(first + nth).padStart(6, '0'),
        // safe: the remainder is a valid index
        way: WAYS[(first + nth) % WAYS.length] as (typeof WAYS)[number],
      }));
      await Promise.all(customers.map(({ way, digits }) => way.ask(digits)));
      const running = fixture.runDue();
      await gate.untilWaiting(AT_ONCE);
      await Promise.all(customers.map(({ way, digits }) => way.answer(digits)));
      gate.open();
      await running;
      await fixture.settle();
    }
    const { prisma } = fixture.database.db;
    const turns = await prisma.botTurn.findMany({ select: { outcome: true, reply: true } });
    expect(turns).toHaveLength(TIMES);
    for (const { outcome, reply } of turns) {
      expect(outcome).toBe('superseded_by_person');
      expect(reply !== null).toBe(moment === 'before it is reserved');
    }
    expect(await prisma.message.count({ where: { direction: 'out', origin: 'bot' } })).toBe(0);
    expect(await prisma.message.count({ where: { direction: 'out' } })).toBe(TIMES);
    expect(fixture.taken.filter(({ text }) => text.startsWith('reply'))).toEqual([]);
    expect(await fixture.balance()).toSatisfy(({ balance, ledger }) => balance === ledger);
  },
);
