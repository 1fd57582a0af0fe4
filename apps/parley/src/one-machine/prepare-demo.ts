import { request } from 'undici';
import { z } from 'zod';
import type { DataDirectory } from './data-directory.ts';

/** The demo tenant, kept in the data directory so that every start can show it again. */
const Demo = z.object({ slug: z.string(), apiKey: z.string(), webhookSecret: z.string(), instanceId: z.string() });
export type Demo = z.infer<typeof Demo>;

/** What the sandbox knows from its start: the accounts that the demo connects. */
export const SANDBOX_ACCOUNTS = {
  phoneNumberId: '106540352242922',
  wabaId: '102290129340398',
  accessToken: 'sandbox-wa-token',
  number: '+1 555 078 3881',
  botToken: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1',
} as const;

export const DEMO_RECEIVER = 'demo';
const NOTE = 'demo.json';
const SLUG = 'demo';

interface DemoDeps {
  directory: DataDirectory;
  origin: string;
  sandboxUrl: string;
  adminToken: string;
}

async function post(url: string, token: string, body: unknown): Promise<unknown> {
  const answer = await request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const result = await answer.body.json();
  if (answer.statusCode >= 400)
    throw new Error(`The demo could not be prepared: ${url} answered ${JSON.stringify(result)}`);
  return result;
}

const MadeKey = z.object({ instance_id: z.string(), api_key: z.string(), webhook_secret: z.string() });

async function makeTenant({ directory, origin, sandboxUrl, adminToken }: DemoDeps): Promise<Demo> {
  const admin = `${origin}/api/admin`;
  await post(`${admin}/tenants`, adminToken, { slug: SLUG, name: 'Demo', balance: '1000' });
  const key = MadeKey.parse(
    await post(`${admin}/tenants/${SLUG}/keys`, adminToken, {
      label: 'Demo key',
      channels: ['wa', 'tg'],
      webhook_url: `${sandboxUrl}/sandbox/receiver/${DEMO_RECEIVER}`,
    }),
  );
  const demo: Demo = {
    slug: SLUG,
    apiKey: key.api_key,
    webhookSecret: key.webhook_secret,
    instanceId: key.instance_id,
  };
  await directory.writeNote(NOTE, `${JSON.stringify(demo, null, 2)}\n`);
  await post(`${admin}/tenants/${SLUG}/channels/wa`, adminToken, {
    phone_number_id: SANDBOX_ACCOUNTS.phoneNumberId,
    waba_id: SANDBOX_ACCOUNTS.wabaId,
    access_token: SANDBOX_ACCOUNTS.accessToken,
    number: SANDBOX_ACCOUNTS.number,
    label: 'Demo number',
  });
  return demo;
}

/**
 * On first start: a tenant `demo` with a key, a wa number and a Telegram bot of the sandbox
 * (docs/reference/installation.md#commands). On every start the bot is connected again, because the sandbox forgets its
 * webhook when it stops.
 */
export async function prepareDemo(deps: DemoDeps): Promise<Demo> {
  const stored = await deps.directory.readNote(NOTE);
  const demo = stored === null ? await makeTenant(deps) : Demo.parse(JSON.parse(stored));
  await post(`${deps.origin}/${demo.slug}/api/messaging/?action=connect-telegram`, demo.apiKey, {
    bot_token: SANDBOX_ACCOUNTS.botToken,
  });
  return demo;
}
