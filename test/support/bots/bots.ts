import type { AiProvider } from '@parley/common/ai-providers';
import type { BotTurnView } from '@parley/common/contracts/operator/bot-turns';
import type { Asked } from '@parley/sandbox/driver/sandbox-driver';
import { pollUntil } from '@parley/testing/poll-until';
import type { z } from 'zod';
import { readSends } from '../channels/read-sends.ts';
import type { System } from '../system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../tenants/client.ts';
import { listAll } from '../tenants/list-all.ts';

export type Turn = z.output<typeof BotTurnView>;

/** The sandbox's address that emulates a provider of language models. */
export const aiAddress = ({ sandbox }: Pick<System, 'sandbox'>, provider: AiProvider): string =>
  `${sandbox.url}/${provider === 'google' ? 'v1beta' : 'v1'}`;

/** Sets a tenant's own key; returns the key. */
export async function setAiKey(tenant: TestTenant, provider: AiProvider, baseUrl: string): Promise<string> {
  const key = `sk-${provider}-${uniqueDigits('')}-${tenant.slug}`;
  const { status, body } = await tenant.admin('PUT', `/ai-keys/${provider}`, { api_key: key, base_url: baseUrl });
  if (status !== 200) throw new Error(`No key was set: ${JSON.stringify(body)}`);
  return key;
}

/** Creates a bot that answers at once, with `given` overrides; returns its id. */
export async function addBot(
  tenant: TestTenant,
  given: Record<string, unknown> & { provider: AiProvider },
): Promise<string> {
  const bot = { name: 'Noor', key_mode: 'own', model: 'scripted', instructions: 'Be kind.', debounce_seconds: 0 };
  const { status, body } = await tenant.admin('POST', '/bots', { ...bot, ...given });
  if (status !== 201) throw new Error(`No bot was made: ${JSON.stringify(body)}`);
  return body.id;
}

/** A tenant with a bot on its own key at the sandbox. */
export interface BotTenant extends TestTenant {
  provider: AiProvider;
  botId: string;
  aiKey: string;
  /** Every turn so far, oldest first. */
  turns(): Promise<Turn[]>;
  /** Waits until `count` turns were opened and none is open; returns them, oldest first. */
  ended(count: number): Promise<Turn[]>;
  /** The requests to the model with the tenant's key, oldest first. */
  asked(): Promise<Asked[]>;
  /** Waits until the model was called this often, whether or not it has answered. */
  called(times: number): Promise<void>;
  /** Makes the model hold its answers, or release them. */
  hold(isHeld: boolean): Promise<void>;
  /** The messages that a customer received, in order. */
  textsTo(customer: string): Promise<string[]>;
}

/** Turns of a bot, oldest first. */
export const turnsOf = async (tenant: TestTenant, botId: string): Promise<Turn[]> =>
  (await listAll<Turn>(tenant, `/bots/${botId}/turns`)).reverse();

/** Waits until a bot had this many turns and none is open. */
export const endedTurns = (tenant: TestTenant, botId: string, count: number, deadlineMs = 45_000): Promise<Turn[]> => {
  let last = '';
  return pollUntil(
    async () => {
      const turns = await turnsOf(tenant, botId).catch(() => []);
      last = turns
        .map(({ state, outcome, reason, attempts }) => `${state} ${outcome} ${reason} after ${attempts} attempts`)
        .join(', ');
      return turns.length >= count && turns.every(({ state }) => state === 'done') ? turns : null;
    },
    { deadlineMs, everyMs: 100, progress: () => last, what: () => `${count} turns of ${botId} to end: ${last}` },
  );
};

/** The tenant's notifications of a kind. */
export const notificationsOf = async ({ admin }: TestTenant, kind: string): Promise<unknown[]> =>
  (await admin('GET', '/notifications?limit=100')).body.items.filter((item: { kind: string }) => item.kind === kind);

/** Waits until a tenant has a notification of a kind. */
export const untilNotified = async (tenant: TestTenant, kind: string): Promise<void> => {
  await pollUntil(async () => ((await notificationsOf(tenant, kind)).length > 0 ? true : null), {
    everyMs: 100,
    what: () => `a notification ${kind} of ${tenant.slug}`,
  });
};

/** The messages that the sandbox's number of a tenant sent to a customer, in order. */
export const textsTo = async (system: System, customer: string): Promise<string[]> =>
  (await readSends(system, { channel: 'wa', to: customer })).map(({ text }) => text ?? '');

/** Makes a tenant with a wa number, a key of a provider and a bot. */
export async function makeBotTenant(
  system: System,
  { provider = 'openai', ...given }: Record<string, unknown> & { provider?: AiProvider } = {},
): Promise<BotTenant> {
  const tenant = await makeTenant(system, { channels: ['wa', 'wd', 'tg', 'fb', 'ig', 'tt'] });
  const aiKey = await setAiKey(tenant, provider, aiAddress(system, provider));
  const botId = await addBot(tenant, { provider, ...given });
  const { ai } = system.sandbox;
  return {
    ...tenant,
    provider,
    botId,
    aiKey,
    turns: () => turnsOf(tenant, botId),
    ended: (count) => endedTurns(tenant, botId, count),
    asked: () => ai.asked({ provider, key: aiKey, limit: 2000 }),
    async called(times) {
      const requests = async () => (await ai.keys()).find(({ key }) => key === aiKey)?.requests ?? 0;
      await pollUntil(async () => ((await requests()) >= times ? true : null), {
        what: () => `${times} calls of the model`,
      });
    },
    async hold(isHeld) {
      await ai.behave({ provider, key: aiKey, behaviour: isHeld ? 'held' : 'works' });
    },
    textsTo: (customer) => textsTo(system, customer),
  };
}
