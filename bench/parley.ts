import { createHmac, randomBytes } from 'node:crypto';
import { freePorts } from '@parley/prisma/free-port';
import { request } from 'undici';
import { type Running, startProgram } from './processes.ts';

/** Parley as `npm start` runs it, on the bench's database and provider stub, with one tenant, key and wa number. */
export interface BenchParley extends Running {
  origin: string;
  slug: string;
  apiKey: string;
  /** Posts a provider webhook with these messages, signed; answers whether it was answered 200. */
  receive(messages: Record<string, unknown>[]): Promise<boolean>;
}

const ADMIN_TOKEN = 'bench-admin-token-bench';
export const APP_SECRET = 'bench-app-secret';
export const PHONE_NUMBER_ID = '106000000000001';
const WABA_ID = '102000000000001';

/** A text of a customer, as a wa webhook carries it. */
export const customerText = (from: string, body: string): Record<string, unknown> => ({
  from,
  id: `wamid.${randomBytes(12).toString('hex')}`,
  timestamp: String(Math.floor(Date.now() / 1000)),
  type: 'text',
  text: { body },
});

async function admin(origin: string, path: string, body: unknown): Promise<Record<string, string>> {
  const answer = await request(`${origin}/api/admin${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // safe: flat objects of the operator API
  const result = (await answer.body.json()) as Record<string, string>;
  if (answer.statusCode >= 300) throw new Error(`${path}: ${JSON.stringify(result)}`);
  return result;
}

/** Posts a signed provider webhook with these messages; answers whether it was answered 200. */
export async function postWebhook(origin: string, messages: Record<string, unknown>[]): Promise<boolean> {
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
  const answer = await request(`${origin}/hooks/meta`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    body,
  });
  await answer.body.dump();
  return answer.statusCode === 200;
}

export async function startParley(options: {
  databaseUrl: string;
  stubUrl: string;
  dataDir: string;
  webhookUrl: string | null;
}): Promise<BenchParley> {
  const [port = 0] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const running = await startProgram(
    'apps/parley/dist/main.js',
    {
      PARLEY_PORT: String(port),
      PARLEY_DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl,
      PARLEY_SANDBOX: 'false',
      PARLEY_GRAPH_URL: options.stubUrl,
      PARLEY_TELEGRAM_URL: options.stubUrl,
      PARLEY_META_APP_SECRET: APP_SECRET,
      PARLEY_ADMIN_TOKEN: ADMIN_TOKEN,
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    },
    `${origin}/readyz`,
  );
  const slug = 'bench';
  await admin(origin, '/tenants', { slug, balance: '100000000' });
  const key = await admin(origin, `/tenants/${slug}/keys`, {
    label: 'bench',
    channels: ['wa'],
    webhook_url: options.webhookUrl,
    rate_limit_per_minute: 1_000_000,
  });
  await admin(origin, `/tenants/${slug}/channels/wa`, {
    phone_number_id: PHONE_NUMBER_ID,
    waba_id: WABA_ID,
    access_token: 'token',
    number: '+15550000001',
    label: 'bench',
  });
  return {
    ...running,
    origin,
    slug,
    apiKey: key.api_key ?? '',
    receive: (messages) => postWebhook(origin, messages),
  };
}
