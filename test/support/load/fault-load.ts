import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import { callJson } from '../requests/call-json.ts';
import { uniqueDigits } from '../tenants/client.ts';
import type { Arrival } from '../webhooks/webhook-receiver.ts';
import { type FaultCluster, type FaultTenant, untilNothingIsLeft } from './fault-cluster.ts';
import { makeTraffic, type Traffic } from './make-traffic.ts';
import { unexplainedRepeats } from './unexplained-repeats.ts';

/** Continuous traffic that records what was accepted. */
export interface Load {
  written(): number;
  /** Texts of the provider webhooks that were answered 200. */
  accepted(): string[];
  /** Customers' messages alone, without comments. */
  messages(): string[];
  /** Sends that were answered 200, by message id. */
  sent(): string[];
  /** Waits until `count` more are accepted. */
  untilMore(count: number): Promise<void>;
  /** Waits until a send gets 200; sends during a kill end as unknown. */
  untilSent(): Promise<void>;
  /** Webhooks that were not answered 200. */
  refused(): number;
  /** Waits until `count` webhooks were not answered 200. */
  untilRefused(count: number): Promise<void>;
  stop(): Promise<void>;
}

const WRITERS = 4;
const CUSTOMERS = 50;
/** Timeout without any progress. */
const WITHIN_MS = 60_000;
const TEMPLATE = { name: 'order_update', variables: ['a', 'b'] };

/** Waits until the first gateway is ready again, or the traffic stops. */
export const untilReady = ({ origin }: Pick<FaultCluster['system'], 'origin'>, traffic: Traffic) =>
  traffic.retry(
    () =>
      callJson('GET', `${origin}/readyz`).then(
        ({ status }) => traffic.isStopping() || status === 200 || null,
        () => traffic.isStopping() || null,
      ),
    50,
  );

/**
 * Starts traffic: several customers write and the tenant sends, each one message after another, until it is stopped.
 */
export function startLoad(
  { system }: FaultCluster,
  tenant: FaultTenant,
  { sends = false, writers = WRITERS } = {},
): Load {
  const customers = Array.from({ length: CUSTOMERS }, () => uniqueDigits('16'));
  const accepted: string[] = [];
  const sent: string[] = [];
  const run = uniqueDigits('run');
  let written = 0;
  let refused = 0;
  const traffic = makeTraffic(() => `${written} written, ${sent.length} sent`);

  async function write(): Promise<void> {
    while (!traffic.isStopping()) {
      const text = `${run}-${++written}`;
      // Counts the first attempt of the webhook; the provider retries without a call.
      const act = await system.sandbox.graph.whatsapp
        .customerWrites(customers[written % CUSTOMERS] ?? '', { account: tenant.phoneNumberId, text })
        .catch(() => null);
      if (act?.callbacks[0]?.status === 200) accepted.push(text);
      else await refusedOnce();
    }
  }

  /** After a refusal, waits until the system is ready. */
  async function refusedOnce(): Promise<void> {
    refused++;
    await untilReady(system, traffic);
  }

  async function send(): Promise<void> {
    while (!traffic.isStopping()) {
      const key = { 'idempotency-key': `key-${uniqueDigits('')}` };
      const body = { channel: 'wa', to: uniqueDigits('17'), template: TEMPLATE };
      // The same key until the outcome is final.
      const id = await traffic.retry(async () => {
        const answer = await tenant.post('send', body, key).catch(() => null);
        if (answer?.status === 200) return String(answer.body.message_id);
        return traffic.isStopping() || answer?.headers['idempotency-replayed'] === 'true' ? '' : null;
      }, 100);
      if (id) sent.push(id);
    }
  }

  traffic.start([...Array.from({ length: writers }, write), ...(sends ? [send()] : [])]);
  return {
    written: () => written,
    accepted: () => accepted,
    messages: () => accepted,
    sent: () => sent,
    async untilMore(count) {
      const total = (): number => accepted.length + sent.length;
      const goal = total() + count;
      await pollUntil(() => total() >= goal || null, {
        deadlineMs: WITHIN_MS,
        progress: total,
        what: () => `${goal} accepted webhooks and sends, ${total()} are; is the system back?`,
      });
    },
    async untilSent() {
      await pollUntil(() => sent.length > 0 || null, { deadlineMs: WITHIN_MS, what: () => 'an accepted send' });
    },
    refused: () => refused,
    async untilRefused(goal) {
      await pollUntil(() => refused >= goal || null, {
        deadlineMs: WITHIN_MS,
        what: () => `${goal} refused webhooks; ${refused} are, ${accepted.length} of ${written} accepted`,
      });
    },
    stop: traffic.stop,
  };
}

export interface Figures {
  written: number;
  accepted: number;
  delivered: number;
  duplicates: number;
  drainMs: number;
}

const tokenOf = ({ event, data }: Pick<Arrival, 'event' | 'data'>): string =>
  event === 'message.sent' ? `sent ${data.message_id}` : String(data.text);

/** Asserts that every message and each created conversation has exactly one platform event. */
function expectPlatformEvents(
  { receiver }: FaultCluster,
  { platform }: FaultTenant,
  messages: readonly string[],
): void {
  const reported = new Map(receiver.at(platform.path).map((arrival) => [arrival.eventId, arrival]));
  const times = new Map<string, number>();
  for (const { event, data } of reported.values()) {
    const tokens =
      event === 'new-messages'
        ? (data.messages ?? []).map(({ text }) => text)
        : [event === 'message-sent' ? `sent ${data.message_id}` : `created ${data.conversation?.id}`];
    for (const token of tokens) times.set(token, (times.get(token) ?? 0) + 1);
  }
  expect(messages.filter((token) => times.get(token) === undefined)).toEqual([]);
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
}

/**
 * Stops the load and waits for the last delivery. Asserts that every accepted message arrived at every key, signed, as
 * one event, with at most `mostDuplicates` repeated arrivals that no late answer explains. Prints and returns the figures.
 */
export async function expectAllDelivered(
  cluster: FaultCluster,
  tenant: FaultTenant,
  load: Load,
  { fault, mostDuplicates, withinMs = WITHIN_MS }: { fault: string; mostDuplicates: number; withinMs?: number },
): Promise<Figures> {
  const { receiver, form } = cluster;
  await load.stop();
  const stoppedAt = Date.now();
  const sent = load.sent().map((id) => `sent ${id}`);
  const wanted = [...load.accepted(), ...sent];
  const missing = (path: string): string[] => {
    const arrived = new Set(receiver.at(path).map(tokenOf));
    return wanted.filter((token) => !arrived.has(token));
  };
  await untilNothingIsLeft(cluster, tenant, withinMs);
  const figures = {
    written: load.written(),
    accepted: wanted.length,
    delivered: tenant.paths.reduce((sum, path) => sum + new Set(receiver.at(path).map(tokenOf)).size, 0),
    duplicates: receiver.duplicates(tenant.paths),
    drainMs: Date.now() - stoppedAt,
  };
  console.log(
    `${form} · ${fault}: accepted ${figures.accepted} (${load.written()} provider webhooks, ${load.sent().length} sends), delivered ${figures.delivered} to ${tenant.paths.length} keys, duplicates ${figures.duplicates} (at most ${mostDuplicates}), drained in ${figures.drainMs} ms`,
  );
  for (const path of tenant.paths) {
    expect(missing(path)).toEqual([]);
    // A webhook that the provider repeated is one event.
    const eventOf = new Map(receiver.at(path).map((arrival) => [arrival.eventId, tokenOf(arrival)]));
    expect(new Set(eventOf.values()).size).toBe(eventOf.size);
  }
  expectPlatformEvents(cluster, tenant, [...load.messages(), ...sent]);
  expect(receiver.wrong).toEqual([]);
  expect(figures.accepted).toBeGreaterThan(0);
  const unexplained = await unexplainedRepeats(cluster, tenant, tenant.paths);
  expect(unexplained.length, unexplained.join('\n')).toBeLessThanOrEqual(mostDuplicates);
  return figures;
}
