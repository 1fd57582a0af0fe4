import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import type { FaultCluster } from '../load/fault-cluster.ts';
import { BOT_PRICE, type BotLoad, PLATFORM_KEY } from './bot-load.ts';
import { type BotTenant, endedTurns, type Turn, textsTo } from './bots.ts';

const WITHIN_MS = 120_000;

interface UsageRow {
  turn_id: string;
  status: string;
  input: number | null;
  output: number | null;
}

/** The outcomes and costs of one tenant's turns. */
export interface Accounts {
  replied: number;
  unknown: number;
  calls: number;
  interrupted: number;
}

/** Waits until the rows of calls are complete, or interrupted because their outcome can no longer be known. */
export async function untilUsageIsSettled({ rows }: FaultCluster, restart: () => Promise<void>): Promise<void> {
  // Simulates the passing of the five minutes after which a call is interrupted.
  await rows(`UPDATE bot_usage SET started_at = started_at - interval '6 minutes' WHERE status = 'started'`);
  await restart();
  await pollUntil(
    async () => {
      const [left] = await rows<{ n: number }>(`SELECT count(*)::int AS n FROM bot_usage WHERE status = 'started'`);
      return left?.n === 0 ? true : null;
    },
    { deadlineMs: WITHIN_MS, everyMs: 100, what: () => 'every call to be complete or interrupted' },
  );
}

/** A turn that was claimed so often is handed over instead (docs/reference/bots.md#a-turn). */
const MAX_CLAIMS = 30;
/** Kills that follow each other quickly may end every reply of a turn. */
const isGivenUp = ({ outcome, reason, attempts }: Turn): boolean =>
  outcome === 'handed_over' && reason === 'failed_too_often' && attempts > MAX_CLAIMS;

/** Asserts that each customer has one ended turn, and no more messages than its reply. */
async function expectOneReplyEach(
  { system, rows }: FaultCluster,
  tenant: BotTenant,
  customers: readonly string[],
): Promise<Map<string, Turn>> {
  const turns = await endedTurns(tenant, tenant.botId, customers.length, WITHIN_MS);
  const peers = await rows<{ id: number; peer: string }>(
    'SELECT id, peer FROM conversations WHERE tenant_id = (SELECT id FROM tenants WHERE slug = $1)',
    [tenant.slug],
  );
  const ofCustomer = new Map(
    peers.map(({ id, peer }) => [peer.replace('+', ''), turns.filter((turn) => turn.conversation_id === id)]),
  );
  const single = new Map<string, Turn>();
  for (const customer of customers) {
    const [turn, ...more] = ofCustomer.get(customer) ?? [];
    expect(more).toEqual([]);
    if (!turn) throw new Error(`${customer} has no turn.`);
    if (!isGivenUp(turn)) expect(['replied', 'unknown'], `${customer}: ${turn.reason}`).toContain(turn.outcome);
    const got = await textsTo(system, customer);
    expect(got, `${customer}: ${turn.outcome}`).toEqual(turn.texts.slice(0, got.length));
    if (turn.outcome === 'replied') expect(got).toHaveLength(turn.texts.length);
    single.set(customer, turn);
  }
  return single;
}

const pairOf = ({ input, output }: { input: number | null; output: number | null }): string => `${input}+${output}`;

/**
 * Asserts that each turn's ledger has the tokens that the model counted, except for calls whose end could not be
 * received.
 */
async function expectTokens(
  { system, rows }: FaultCluster,
  tenant: BotTenant,
  turns: ReadonlyMap<string, Turn>,
  key: string,
): Promise<{ calls: number; interrupted: number }> {
  const used = await rows<UsageRow>(
    `SELECT turn_id::text, status, input_tokens AS input, output_tokens AS output FROM bot_usage
      WHERE tenant_id = (SELECT id FROM tenants WHERE slug = $1)`,
    [tenant.slug],
  );
  const asked = await system.sandbox.ai.asked({ key, limit: 2000 });
  for (const [customer, turn] of turns) {
    const own = used.filter(({ turn_id }) => `turn_${turn_id}` === turn.id);
    const completed = own.filter(({ status }) => status === 'completed').map(pairOf);
    const interrupted = own.length - completed.length;
    const counted = asked
      .filter(({ messages }) => messages.some(({ text }) => text.includes(customer)))
      .flatMap(({ tokens }) => (tokens ? [pairOf(tokens)] : []));
    const unheard = [...counted];
    for (const pair of completed) {
      const at = unheard.indexOf(pair);
      expect(at, `a call of ${customer} that the model did not count: ${pair} among ${counted}`).toBeGreaterThanOrEqual(
        0,
      );
      unheard.splice(at, 1);
    }
    expect(unheard.length, `calls of ${customer} that nobody heard the end of`).toBeLessThanOrEqual(interrupted);
    const sum = own.reduce((total, { input }) => total + (input ?? 0), 0);
    expect(turn.usage).toMatchObject({ calls: own.length, input_tokens: sum });
    expect(completed.length).toBeGreaterThan(0);
  }
  return { calls: used.length, interrupted: used.filter(({ status }) => status === 'interrupted').length };
}

interface Charged {
  conversation_id: number;
  status: string;
  cost: string;
}

/**
 * Asserts that each message cost its price once, a failed one nothing, and each turn that used the platform's key its
 * reply price once.
 */
async function expectCredit({ rows }: FaultCluster, tenant: BotTenant, replyPrice: number): Promise<void> {
  const charged = () =>
    rows<Charged>(
      `SELECT m.conversation_id, m.status, (-sum(l.amount))::text AS cost FROM messages m JOIN credit_ledger l ON l.message_id = m.id
        WHERE m.tenant_id = (SELECT id FROM tenants WHERE slug = $1) AND m.origin = 'bot' GROUP BY m.id, m.conversation_id, m.status ORDER BY m.id`,
      [tenant.slug],
    );
  const messages = await pollUntil(
    async () => {
      const found = await charged();
      return found.some(({ status }) => status === 'sending' || status === 'unknown') ? null : found;
    },
    { deadlineMs: WITHIN_MS, everyMs: 200, what: () => 'every message to be sent, or failed' },
  );
  for (const { conversation_id: conversation, status, cost } of messages)
    expect(Number(cost), `${status} in ${conversation}`).toBe(status === 'failed' && Number(cost) === 0 ? 0 : 1);
  const replies = await rows<{ note: string; cost: string; asked: boolean }>(
    `SELECT l.note, (-sum(l.amount))::text AS cost,
            EXISTS (SELECT 1 FROM bot_usage u WHERE 'turn_' || u.turn_id = l.note AND u.cost_micros IS DISTINCT FROM 0) AS asked
       FROM credit_ledger l WHERE l.tenant_id = (SELECT id FROM tenants WHERE slug = $1) AND l.note LIKE 'turn\\_%' GROUP BY l.note`,
    [tenant.slug],
  );
  for (const { note, cost, asked } of replies) expect(Number(cost), note).toBe(asked ? replyPrice : 0);
  const [sums] = await rows<{ balance: string; ledger: string }>(
    `SELECT balance::text, (SELECT sum(amount)::text FROM credit_ledger c WHERE c.tenant_id = t.id) AS ledger FROM tenants t WHERE slug = $1`,
    [tenant.slug],
  );
  expect(Number(sums?.balance)).toBe(Number(sums?.ledger));
  const spent = [...messages, ...replies].reduce((sum, { cost }) => sum + Number(cost), 0);
  expect(Number(sums?.balance)).toBe(10_000 - spent);
}

/**
 * Asserts that nothing was answered twice, no turn is open, and all usage and payments are recorded, in both key modes.
 */
export async function expectBotAccounts(cluster: FaultCluster, { tenants, customers }: BotLoad): Promise<Accounts> {
  const total: Accounts = { replied: 0, unknown: 0, calls: 0, interrupted: 0 };
  for (const mode of ['own', 'platform'] as const) {
    const tenant = tenants[mode];
    const turns = await expectOneReplyEach(cluster, tenant, customers[mode]);
    const { calls, interrupted } = await expectTokens(
      cluster,
      tenant,
      turns,
      mode === 'own' ? tenant.aiKey : PLATFORM_KEY,
    );
    await expectCredit(cluster, tenant, mode === 'own' ? 0 : BOT_PRICE);
    for (const { outcome } of turns.values()) if (outcome === 'replied' || outcome === 'unknown') total[outcome]++;
    total.calls += calls;
    total.interrupted += interrupted;
  }
  return total;
}
