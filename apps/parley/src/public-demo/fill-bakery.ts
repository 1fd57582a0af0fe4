import type { BusClient } from '@parley/bus/bus-client';
import type { Caller } from '@parley/common/call-context';
import { casingOf } from '@parley/common/casing/contract-casing';
import { send } from '@parley/common/contracts/messages/send';
import { setAiKey } from '@parley/common/contracts/operator/ai-keys';
import { createBot } from '@parley/common/contracts/operator/bots';
import { listTenantChannels } from '@parley/common/contracts/operator/tenant-channels';
import { makeId } from '@parley/common/ids';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { CUSTOMERS, type Customer } from './bakery-customers.ts';
import { accountsOf, DEMO_CHANNELS, type DemoChannel } from './demo-accounts.ts';

interface Deps {
  bus: Pick<BusClient, 'call'>;
  sandbox: SandboxDriver;
}

const MINUTE_MS = 60_000;
/** The first address of the customers of a channel. */
const FIRST: Readonly<Record<DemoChannel, number>> = {
  wa: 965_500_120_000,
  tg: 5_100_770_000,
  fb: 24_004_500_010_000,
  ig: 24_004_500_020_000,
};

type DemoCustomer = Customer & { channel: DemoChannel };

const isOfDemo = (customer: Customer): customer is DemoCustomer =>
  DEMO_CHANNELS.some((channel) => channel === customer.channel);

/** Writes what the customers of the bakery wrote, the last one last, and answers some of them. */
export async function fillBakery({ bus, sandbox }: Deps, caller: Caller, nowMs: number): Promise<void> {
  const accounts = accountsOf(caller.tenantId);
  const customers = CUSTOMERS.filter(isOfDemo).toSorted((a, b) => b.minutesAgo - a.minutesAgo);
  for (const [nth, { channel, name, texts, minutesAgo, answer }] of customers.entries()) {
    const address = String(FIRST[channel] + nth);
    for (const [index, text] of texts.entries()) {
      // The messages of a customer are a second apart.
      const at = new Date(nowMs - minutesAgo * MINUTE_MS + index * 1000).toISOString();
      await sandbox.channel(channel).customerWrites(address, { account: accounts[channel], text, name, at });
    }
    if (answer === undefined) continue;
    const to = channel === 'wa' ? `+${address}` : address;
    await bus.call(send, { channel, to, message: answer }, { requestId: makeId('req'), caller });
  }
  const { ig, fb } = accounts;
  await sandbox.profile('ig').customerComments('24004500030001', {
    account: ig,
    text: 'Is this one available without nuts?',
    name: 'Maya Cohen',
  });
  await sandbox.profile('fb').customerComments('24004500030002', {
    account: fb,
    text: 'Is the rose cake still on offer this week?',
    name: 'Peter Novak',
  });
}

/** A bot on the sandbox's scripted model, which answers on Telegram. */
export async function addBot({ bus, sandbox }: Deps, { tenantSlug: slug }: Caller): Promise<void> {
  const context = { requestId: makeId('req') };
  const provider = 'openai';
  const key = { slug, provider, apiKey: 'sandbox-key-of-the-demo', baseUrl: `${sandbox.url}/v1` } as const;
  await bus.call(setAiKey, key, context);
  const { items } = await bus.call(listTenantChannels, { slug, limit: 50 }, context);
  const bot = createBot.input.parse({
    slug,
    name: 'Opening hours',
    key_mode: 'own',
    provider,
    model: 'gpt-5-mini',
    instructions: 'Answer questions about opening hours. Hand over everything else to a person.',
    accounts: items.flatMap(({ channel, accountId }) => (channel === 'tg' ? [accountId] : [])),
    debounce_seconds: 1,
    stop_words: ['human'],
    hand_over_message: 'A colleague will answer you soon.',
  });
  await bus.call(createBot, casingOf(createBot).toBus(bot), context);
}
