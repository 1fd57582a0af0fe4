import { request } from 'undici';
import { notePrivate } from './private-strings.ts';
import type { System } from './system.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: safe: tests look into answers freely
  body: any;
}

type Body = Record<string, unknown> | undefined;

/** One HTTP call whose answer is JSON. */
export async function callJson(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  options: { token?: string; body?: Body; headers?: Record<string, string> } = {},
): Promise<Answer> {
  notePrivate(options.body);
  if (options.token) notePrivate({ token: options.token });
  const answer = await request(url, {
    method,
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body ? { 'content-type': 'application/json' } : {}),
      ...options.headers,
    },
    ...(options.body ? { body: JSON.stringify(options.body) } : {}),
    headersTimeout: 40_000,
  });
  const text = await answer.body.text();
  const body = text === '' ? null : JSON.parse(text);
  // What the product answers: errors name our own sentences in `message`.
  if (answer.statusCode < 400) notePrivate(body);
  return { status: answer.statusCode, headers: answer.headers, body };
}

export interface ReceivedWebhook {
  seq: number;
  headers: Record<string, string>;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: safe: tests look into events freely
  body: any;
}

let serial = Date.now() % 1_000_000_000;
/** Digits that no other test uses. */
export const uniqueDigits = (prefix: string): string => `${prefix}${String(serial++).padStart(9, '0')}`;

/** A tenant of its own with a key, a wa number, and a webhook receiver in the sandbox. */
export interface TestTenant {
  slug: string;
  apiKey: string;
  instanceId: string;
  webhookSecret: string;
  phoneNumberId: string;
  wabaId: string;
  receiver: string;
  base: string;
  get(action: string, query?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  post(action: string, body?: Body, headers?: Record<string, string>): Promise<Answer>;
  admin(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: Body): Promise<Answer>;
  /** Lets a customer write on the tenant's wa number. */
  customerWrites(from: string, message?: Record<string, unknown>): Promise<Answer>;
  webhooks(): Promise<ReceivedWebhook[]>;
}

/** Calls the sandbox's control API. */
export const sandbox = (
  system: System,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: Body,
): Promise<Answer> => callJson(method, `${system.sandboxUrl}/sandbox${path}`, { ...(body ? { body } : {}) });

async function expectStatus(answer: Answer, status: number): Promise<Answer> {
  if (answer.status !== status)
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

interface TenantOptions {
  balance?: string;
  channels?: string[];
  events?: string[];
  rateLimitPerMinute?: number;
  /** Without a wa number, the tenant starts with nothing connected. */
  connectWa?: boolean;
}

/** Makes a tenant through the operator API, as an operator does. */
export async function makeTenant(system: System, options: TenantOptions = {}): Promise<TestTenant> {
  const slug = `t${uniqueDigits('')}`;
  const receiver = slug;
  const phoneNumberId = uniqueDigits('106');
  const wabaId = uniqueDigits('102');
  const admin: TestTenant['admin'] = (method, path, body) =>
    callJson(method, `${system.origin}/api/admin/tenants/${slug}${path}`, {
      token: system.adminToken,
      ...(body ? { body } : {}),
    });
  await expectStatus(
    await callJson('POST', `${system.origin}/api/admin/tenants`, {
      token: system.adminToken,
      body: { slug, balance: options.balance ?? '10000' },
    }),
    201,
  );
  const key = await expectStatus(
    await admin('POST', '/keys', {
      label: 'test',
      channels: options.channels ?? ['wa', 'tg'],
      webhook_url: `${system.sandboxUrl}/sandbox/receiver/${receiver}`,
      rate_limit_per_minute: options.rateLimitPerMinute ?? 100_000,
      ...(options.events ? { events: options.events } : {}),
    }),
    201,
  );
  const { api_key: apiKey, instance_id: instanceId, webhook_secret: webhookSecret } = key.body;
  const token = `wa-token-${slug}`;
  const number = uniqueDigits('15');
  await sandbox(system, 'POST', '/accounts/wa', {
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
        label: `Number of ${slug}`,
      }),
      201,
    );
  }
  const known: ReceivedWebhook[] = [];
  let reading: Promise<void> = Promise.resolve();
  const readMore = async (): Promise<void> => {
    const since = known.at(-1)?.seq ?? 0;
    const { body } = await sandbox(system, 'GET', `/received/${receiver}?limit=10000&since=${since}`);
    for (const { seq, headers, body: raw } of body.requests) known.push({ seq, headers, raw, body: JSON.parse(raw) });
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
      sandbox(system, 'POST', `/customers/wa/${from}/messages`, { account: phoneNumberId, ...message }),
    async webhooks() {
      // What was read is not read again: polls ask often, and one webhook can be megabytes.
      reading = reading.catch(() => {}).then(readMore);
      await reading;
      return [...known];
    },
  };
}
