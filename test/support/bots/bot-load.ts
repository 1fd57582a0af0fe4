import { pollUntil } from '@parley/testing/poll-until';
import type { FaultCluster } from '../load/fault-cluster.ts';
import { uniqueDigits } from '../tenants/client.ts';
import { type BotTenant, makeBotTenant, textsTo } from './bots.ts';

/** The deployment's own key, and the price of a reply with it in addition to its messages. */
export const PLATFORM_KEY = 'sk-platform-of-the-deployment';
export const BOT_PRICE = 0.25;
/** The variables of a system with this key and price. */
export const BOT_VARIABLES = { PARLEY_AI_OPENAI_KEY: PLATFORM_KEY, PARLEY_BOT_PRICE: String(BOT_PRICE) };
const PROVIDER = 'openai';
/** Two messages on wa. */
const LONG_REPLY = 'This is what we know about it. '.repeat(160).trim();
const WITHIN_MS = 60_000;

/** Steps of the watched customer's turn at which a run kills. */
export const STEPS = ['answered', 'stored', 'sending', 'sent', 'asked', 'claimed', 'opened', 'ended'] as const;
export type Step = (typeof STEPS)[number];

interface WatchedTurn {
  leased: boolean;
  has_reply: boolean;
  state: string;
}

/** Customers of two bots, one on the tenant's own key and one on the deployment's. */
export interface BotLoad {
  tenants: { own: BotTenant; platform: BotTenant };
  /** Customers whose message was answered 200, by key mode. */
  customers: { own: string[]; platform: string[] };
  /** A new customer asks a bot for a reply of one or two messages. Returns whether the webhook was answered 200. */
  write(mode: 'own' | 'platform', isLong: boolean): Promise<boolean>;
  /** Customers write to both bots; resolves when the turn of one of them reaches the step. */
  run(step: Step): Promise<void>;
  /** Makes the models work again. */
  release(): Promise<void>;
}

/** Makes two tenants with a bot each. */
export async function makeBotLoad({ system, rows }: FaultCluster): Promise<BotLoad> {
  const { ai } = system.sandbox;
  const own = await makeBotTenant(system, { provider: PROVIDER });
  const platform = await makeBotTenant(system, { provider: PROVIDER, key_mode: 'platform' });
  await ai.answer({ contains: 'at length', answer: LONG_REPLY });
  const customers: BotLoad['customers'] = { own: [], platform: [] };
  const keys = [own.aiKey, PLATFORM_KEY];
  const behave = async (behaviour: 'held' | 'works'): Promise<void> => {
    for (const key of keys) await ai.behave({ provider: PROVIDER, key, behaviour });
  };
  const requests = async (): Promise<number> =>
    (await ai.keys()).filter(({ key }) => keys.includes(key)).reduce((sum, key) => sum + key.requests, 0);

  async function write(mode: 'own' | 'platform', isLong: boolean): Promise<string> {
    const customer = uniqueDigits('16');
    const act = await { own, platform }[mode]
      .customerWrites(customer, { text: `Tell me ${isLong ? 'at length ' : ''}${customer}` })
      .catch(() => null);
    if (act?.callbacks[0]?.status === 200) customers[mode].push(customer);
    return customer;
  }

  const isAccepted = (customer: string): boolean =>
    customers.own.includes(customer) || customers.platform.includes(customer);

  const watch = async (customer: string, isThere: (turn: WatchedTurn) => boolean): Promise<void> => {
    await pollUntil(
      async () => {
        const [turn] = await rows<WatchedTurn>(
          `SELECT t.lease_token IS NOT NULL AS leased, t.reply IS NOT NULL AS has_reply, t.state
             FROM bot_turns t JOIN conversations c ON c.id = t.conversation_id WHERE c.peer = $1`,
          [`+${customer}`],
        );
        return turn && (turn.state === 'done' || isThere(turn)) ? true : null;
      },
      { deadlineMs: WITHIN_MS, everyMs: 3, what: () => `a step of the turn of ${customer}` },
    );
  };

  const untilSent = (customer: string): Promise<void> =>
    pollUntil(async () => ((await textsTo(system, customer)).length > 0 ? true : null), {
      deadlineMs: WITHIN_MS,
      everyMs: 3,
      what: () => `a reply to ${customer}, whose message ${isAccepted(customer) ? 'was' : 'was not'} answered 200`,
    }).then(() => {});

  /** Starts the turn of the watched customer; returns the customer. */
  async function begin(step: Step): Promise<string> {
    if (step === 'asked' || step === 'answered') await behave('held');
    // The provider is slow, so that the call is still running when the worker dies.
    if (step === 'sending')
      await system.sandbox.channel('wa').failNext({ mode: 'delay', delay_ms: 400, after_accept: true, times: 2 });
    const [watched = ''] = await Promise.all([
      write('own', false),
      write('own', true),
      write('platform', false),
      write('platform', true),
    ]);
    return watched;
  }

  async function reach(step: Step, customer: string, before: number): Promise<void> {
    if (step === 'opened') return;
    if (step === 'claimed') return watch(customer, ({ leased }) => leased);
    if (step === 'stored') return watch(customer, ({ has_reply }) => has_reply);
    if (step === 'ended') return watch(customer, () => false);
    if (step === 'sending' || step === 'sent') return untilSent(customer);
    await pollUntil(async () => ((await requests()) > before ? true : null), {
      deadlineMs: WITHIN_MS,
      what: () => 'a call of the model',
    });
    if (step === 'answered') await behave('works');
  }

  return {
    tenants: { own, platform },
    customers,
    write: async (mode, isLong) => isAccepted(await write(mode, isLong)),
    async run(step) {
      const before = await requests();
      await reach(step, await begin(step), before);
    },
    release: () => behave('works'),
  };
}
