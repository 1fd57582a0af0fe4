import { createHmac } from 'node:crypto';
import { pollUntil } from '@parley/testing/poll-until';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { ReceivedWebhook, TestTenant } from '../tenants/client.ts';

const WITHIN_MS = 45_000;

/** Waits for at least `count` matching webhooks of an event; returns all of them. */
export function webhooksOf(
  tenant: TestTenant,
  event: string,
  count: number,
  fits: (data: ReceivedWebhook['body']) => boolean = () => true,
  withinMs = WITHIN_MS,
): Promise<ReceivedWebhook[]> {
  let arrived = 0;
  return pollUntil(
    async () => {
      const webhooks = await tenant.webhooks();
      arrived = webhooks.length;
      const found = webhooks.filter(({ body }) => body.event === event && fits(body.data));
      return found.length >= count ? found : null;
    },
    { deadlineMs: withinMs, progress: () => arrived, what: () => `${count} webhooks ${event} of ${tenant.slug}` },
  );
}

/** Waits for a matching webhook of an event. */
export async function webhookOf(
  tenant: TestTenant,
  event: string,
  fits: (data: ReceivedWebhook['body']) => boolean = () => true,
): Promise<ReceivedWebhook> {
  const [first] = await webhooksOf(tenant, event, 1, fits);
  if (!first) throw new Error('unreachable: at least one was awaited');
  return first;
}

/**
 * The tenant's newest events as JSON, once they contain these strings: the ledger lists an event when all older
 * transactions have ended.
 */
export function ledgerWith(tenant: TestTenant, texts: readonly string[]): Promise<string> {
  return pollUntil(
    async () => {
      const ledger = JSON.stringify((await tenant.get('events', { limit: '500' })).body);
      return texts.every((text) => ledger.includes(text)) ? ledger : null;
    },
    { deadlineMs: WITHIN_MS, what: () => `the ledger of ${tenant.slug} to hold ${texts.join(', ')}` },
  );
}

/** Verifies a webhook as a receiver does (docs/reference/events.md#signatures), and with an independent library. */
export function expectSigned(webhook: ReceivedWebhook, secret: string): void {
  expect(webhook.headers['x-service-signature']).toBe(
    `sha256=${createHmac('sha256', secret).update(webhook.raw).digest('hex')}`,
  );
  expect(webhook.headers['x-service-event']).toBe(webhook.body.event);
  expect(webhook.headers['content-type']).toBe('application/json');
  expect(new Webhook(secret).verify(webhook.raw, webhook.headers)).toEqual(webhook.body);
}

/** Asserts that statuses only move forward and end with the last step. */
export function expectForwards(reported: readonly string[], steps: readonly string[]): void {
  const places = reported.map((step) => steps.indexOf(step));
  expect(reported.at(-1)).toBe(steps.at(-1));
  expect(places, reported.join(', ')).toEqual([...new Set(places)].filter((at) => at >= 0).toSorted((a, b) => a - b));
}

/** The data of all webhooks of an event so far. */
export const eventDataOf = async (tenant: TestTenant, event: string) =>
  (await tenant.webhooks()).filter(({ body }) => body.event === event).map(({ body }) => body.data);
