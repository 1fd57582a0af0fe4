import { createHmac, randomBytes } from 'node:crypto';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { Pool, request } from 'undici';
import { type Running, startProgram } from './processes.ts';

/** Parley on the bench's database and provider stub, with one tenant, key and wa number. */
export interface BenchParley extends Running {
  /** One per gateway. */
  origins: readonly string[];
  slug: string;
  apiKey: string;
}

export const ADMIN_TOKEN = 'bench-admin-token-bench';
export const APP_SECRET = 'bench-app-secret';
export const PHONE_NUMBER_ID = '106000000000001';
const WABA_ID = '102000000000001';
export const SLUG = 'bench';
const CUSTOMERS = 500;

/** The number of one of the bench's customers, digits only. */
export const customerNumber = (index: number): string => `1650555${String(index % CUSTOMERS).padStart(4, '0')}`;

/** A customer's text in the format of a wa webhook. */
export const customerText = (from: string, body: string): Record<string, unknown> => ({
  from,
  id: `wamid.${randomBytes(12).toString('hex')}`,
  timestamp: String(Math.floor(Date.now() / 1000)),
  type: 'text',
  text: { body },
});

/** A customer's image with a caption, in the format of a wa webhook; the bench's provider has its bytes. */
export function customerPicture(from: string, caption: string): Record<string, unknown> {
  const { text: _, ...message } = customerText(from, '');
  return { ...message, type: 'image', image: { id: randomBytes(8).toString('hex'), mime_type: 'image/jpeg', caption } };
}

/** Calls the operator API; null if a kept database already has the object. */
export async function callOperator(
  origin: string,
  path: string,
  body: unknown,
  method: 'GET' | 'POST' | 'PUT' = 'POST',
): Promise<Record<string, string> | null> {
  const answer = await request(`${origin}/api/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  // safe: flat objects of the operator API
  const result = (await answer.body.json()) as Record<string, string>;
  if (answer.statusCode === 409) return null;
  if (answer.statusCode >= 300) throw new Error(`${path}: ${JSON.stringify(result)}`);
  return result;
}

/** Posts signed provider webhooks with one text each; `post` resolves with whether the answer was 200. */
export function openHook(origins: readonly string[], connections: number) {
  const pools = origins.map((origin) => new Pool(origin, { connections }));
  let turn = 0;
  return {
    async post(messages: Record<string, unknown>[]): Promise<boolean> {
      const value = {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '15550000001', phone_number_id: PHONE_NUMBER_ID },
        messages,
      };
      const body = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: WABA_ID, changes: [{ field: 'messages', value }] }],
      });
      const signature = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`;
      // safe: there is a pool per gateway, and there are gateways
      const pool = pools[turn++ % pools.length] as Pool;
      const answer = await pool.request({
        method: 'POST',
        path: '/hooks/meta',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        body,
      });
      await answer.body.dump();
      return answer.statusCode === 200;
    },
    close: async (): Promise<void> => void (await Promise.all(pools.map((pool) => pool.close()))),
  };
}

/** Customers by their index, see {@link customerNumber}. */
export interface CustomerRange {
  from: number;
  count: number;
}

/** Lets each customer write first, so that a text may be sent to them. */
export async function openWindows(origins: readonly string[], { from, count }: CustomerRange): Promise<void> {
  const hook = openHook(origins, 1);
  for (let at = 0; at < count; at++) await hook.post([customerText(customerNumber(from + at), 'hello')]);
  await hook.close();
}

export interface ParleyOptions {
  databaseUrl: string;
  stubUrl: string;
  dataDir: string;
  webhookUrl: string | null;
  /** URL of the deployment's platform webhook; null: there is none. */
  platformUrl: string | null;
  cluster?: boolean;
  /** Environment beyond that of every bench. */
  variables?: Readonly<Record<string, string>>;
}

/** Waits until a gateway that was started elsewhere can serve. */
async function untilReady(origin: string): Promise<void> {
  for (const deadlineMs = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const ready = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadlineMs) throw new Error(`${origin} did not become ready.`);
  }
}

/** Starts Parley as `npm start` or `npm run cluster` does. */
export async function startParley(options: ParleyOptions): Promise<BenchParley> {
  const [port = 0, secondPort = 0] = await reservePorts(2);
  const ports = options.cluster ? [port, secondPort] : [port];
  const origins = ports.map((each) => `http://127.0.0.1:${each}`);
  const [origin = ''] = origins;
  const running = await startProgram(
    options.cluster ? 'apps/parley/dist/cluster.js' : 'apps/parley/dist/main.js',
    {
      PARLEY_PORT: String(port),
      PARLEY_SECOND_GATEWAY_PORT: String(secondPort),
      PARLEY_DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl,
      PARLEY_SANDBOX: 'false',
      PARLEY_GRAPH_URL: options.stubUrl,
      PARLEY_TELEGRAM_URL: options.stubUrl,
      PARLEY_META_APP_SECRET: APP_SECRET,
      PARLEY_ADMIN_TOKEN: ADMIN_TOKEN,
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
      ...options.variables,
    },
    `${origin}/readyz`,
  );
  for (const each of origins) await untilReady(each);
  await callOperator(origin, '/tenants', { slug: SLUG, balance: '100000000' });
  const key = await callOperator(origin, `/tenants/${SLUG}/keys`, {
    label: 'bench',
    channels: ['wa'],
    webhook_url: options.webhookUrl,
    rate_limit_per_minute: 1_000_000,
  });
  if (options.platformUrl !== null)
    await callOperator(origin, '/platform-webhook', { url: options.platformUrl }, 'PUT');
  await callOperator(origin, `/tenants/${SLUG}/channels/wa`, {
    phone_number_id: PHONE_NUMBER_ID,
    waba_id: WABA_ID,
    access_token: 'token',
    number: '+15550000001',
    label: 'bench',
  });
  return { ...running, origins, slug: SLUG, apiKey: key?.api_key ?? '' };
}
