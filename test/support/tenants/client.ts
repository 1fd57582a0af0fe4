import type { ActResult, MessageOn, ReceiverDriver } from '@parley/sandbox/driver/sandbox-driver';
import { askUntilAvailable } from '../requests/ask-until-available.ts';
import { type Answer, callJson } from '../requests/call-json.ts';
import type { System } from '../system/system.ts';

type Body = Record<string, unknown> | undefined;

export interface ReceivedWebhook {
  seq: number;
  headers: Record<string, string>;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: events of every type
  body: any; // safe: each test asserts the members that it reads
}

/** Differs between the processes of a run, which may share a system. */
const WORKER = String(Number(process.env.VITEST_WORKER_ID ?? 0) % 1000).padStart(3, '0');
let serial = 0;
/** A prefix with digits that no other test of a run uses. */
export const uniqueDigits = (prefix: string): string => `${prefix}${WORKER}${String(serial++).padStart(6, '0')}`;

/** Paths that the process of bots answers, which has the lowest priority. */
const OF_BOTS = /^\/(?:bots|ai-keys)\b/;

/** A tenant with its own key, wa number, and webhook receiver in the sandbox. */
export interface TestTenant {
  slug: string;
  apiKey: string;
  instanceId: string;
  webhookSecret: string;
  phoneNumberId: string;
  wabaId: string;
  /** The receiver of its webhooks. */
  receiver: ReceiverDriver;
  base: string;
  get(action: string, query?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  post(action: string, body?: Body, headers?: Record<string, string>): Promise<Answer>;
  admin(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: Body): Promise<Answer>;
  /** Makes a customer write to the tenant's wa number. */
  customerWrites(from: string, message?: MessageOn<'wa'>): Promise<ActResult>;
  webhooks(): Promise<ReceivedWebhook[]>;
}

/** The headers of a webhook, none of which is repeated. */
export const singleHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

async function expectStatus(answer: Answer, status: number): Promise<Answer> {
  if (answer.status !== status)
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

interface TenantOptions {
  /** Default: one that no other test uses. */
  slug?: string;
  /** Default: the slug. */
  name?: string;
  /** Name of the wa number. */
  label?: string;
  balance?: string;
  channels?: string[];
  events?: string[];
  /** Channels whose receipts the key subscribes to. */
  receipts?: string[];
  rateLimitPerMinute?: number;
  /** False: the tenant starts with nothing connected. */
  connectWa?: boolean;
}

/** Creates a tenant through the operator API. */
export async function makeTenant(system: System, options: TenantOptions = {}): Promise<TestTenant> {
  const slug = options.slug ?? `t${uniqueDigits('')}`;
  const receiver = system.sandbox.receiver(slug);
  const phoneNumberId = uniqueDigits('106');
  const wabaId = uniqueDigits('102');
  const admin: TestTenant['admin'] = (method, path, body) => {
    const ask = (): Promise<Answer> =>
      callJson(method, `${system.origin}/api/admin/tenants/${slug}${path}`, {
        token: system.adminToken,
        ...(body ? { body } : {}),
      });
    return OF_BOTS.test(path) ? askUntilAvailable(ask) : ask();
  };
  await expectStatus(
    await callJson('POST', `${system.origin}/api/admin/tenants`, {
      token: system.adminToken,
      body: { slug, balance: options.balance ?? '10000', ...(options.name ? { name: options.name } : {}) },
    }),
    201,
  );
  const key = await expectStatus(
    await admin('POST', '/keys', {
      label: 'test',
      channels: options.channels ?? ['wa', 'tg'],
      webhook_url: receiver.url,
      rate_limit_per_minute: options.rateLimitPerMinute ?? 100_000,
      ...(options.events ? { events: options.events } : {}),
      ...(options.receipts ? { receipts: options.receipts } : {}),
    }),
    201,
  );
  const { api_key: apiKey, instance_id: instanceId, webhook_secret: webhookSecret } = key.body;
  const token = `wa-token-${slug}`;
  const number = uniqueDigits('15');
  await system.sandbox.graph.whatsapp.putAccount({
    waba_id: wabaId,
    token,
    phone_number_id: phoneNumberId,
    number,
    templates: [{ name: 'order_update', language: 'en', body: 'Hello {{1}}, order {{2}} is ready.' }],
  });
  if (options.connectWa !== false) {
    await expectStatus(
      await admin('POST', '/channels/wa', {
        phone_number_id: phoneNumberId,
        waba_id: wabaId,
        access_token: token,
        number: `+${number}`,
        label: options.label ?? `Number of ${slug}`,
      }),
      201,
    );
  }
  const known: ReceivedWebhook[] = [];
  let reading: Promise<void> = Promise.resolve();
  const readMore = async (): Promise<void> => {
    const since = known.at(-1)?.seq ?? 0;
    for (const { seq, headers, body: raw } of await receiver.received({ limit: 10_000, since }))
      known.push({ seq, headers: singleHeaders(headers), raw, body: JSON.parse(raw) });
  };
  const base = `${system.origin}/${slug}/api/messaging/`;
  const addressOf = (action: string, query: Record<string, string> = {}) =>
    `${base}?${new URLSearchParams({ action, ...query })}`;
  return {
    slug,
    apiKey,
    instanceId,
    webhookSecret,
    phoneNumberId,
    wabaId,
    receiver,
    base,
    admin,
    get: (action, query, headers = {}) => callJson('GET', addressOf(action, query), { token: apiKey, headers }),
    post: (action, body = {}, headers = {}) => callJson('POST', addressOf(action), { token: apiKey, body, headers }),
    customerWrites: (from, message = { text: 'hello' }) =>
      system.sandbox.channel('wa').customerWrites(from, { account: phoneNumberId, ...message }),
    async webhooks() {
      // Reads only new webhooks: polls are frequent, and one webhook can be megabytes.
      reading = reading.catch(() => {}).then(readMore);
      await reading;
      return [...known];
    },
  };
}
