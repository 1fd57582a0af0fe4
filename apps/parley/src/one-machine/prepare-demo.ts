import { CHANNELS } from '@parley/common/channels';
import type { Logger } from 'pino';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { connectDemoChannels } from './connect-demo-channels.ts';
import type { DataDirectory } from './data-directory.ts';
import { DEMO_RECEIVER, Demo } from './demo.ts';

/** What the sandbox knows from its start, and lasts: its number for WhatsApp. */
const WA_ACCOUNT = {
  phone_number_id: '106540352242922',
  waba_id: '102290129340398',
  access_token: 'sandbox-wa-token',
  number: '+1 555 078 3881',
  label: 'Demo number',
} as const;

const RECEIVER_PATH = `/sandbox/receiver/${DEMO_RECEIVER}`;
const NOTE = 'demo.json';
const SLUG = 'demo';

interface DemoDeps {
  directory: DataDirectory;
  origin: string;
  publicUrl: string;
  sandboxUrl: string;
  adminToken: string;
  logger: Logger;
}

const MadeKey = z.object({ instance_id: z.string(), api_key: z.string(), webhook_secret: z.string() });
const Keys = z.object({ items: z.array(z.object({ instance_id: z.string(), webhook_url: z.string().nullable() })) });

async function makeTenant({ directory, origin, sandboxUrl, adminToken: token }: DemoDeps): Promise<Demo> {
  const admin = `${origin}/api/admin`;
  await callApi('POST', `${admin}/tenants`, { token, body: { slug: SLUG, name: 'Demo', balance: '1000' } });
  const key = MadeKey.parse(
    await callApi('POST', `${admin}/tenants/${SLUG}/keys`, {
      token,
      body: { label: 'Demo key', channels: CHANNELS, webhook_url: sandboxUrl + RECEIVER_PATH },
    }),
  );
  const demo: Demo = {
    slug: SLUG,
    apiKey: key.api_key,
    webhookSecret: key.webhook_secret,
    instanceId: key.instance_id,
  };
  await directory.writeNote(NOTE, `${JSON.stringify(demo, null, 2)}\n`);
  await callApi('POST', `${admin}/tenants/${SLUG}/channels/wa`, { token, body: WA_ACCOUNT });
  return demo;
}

/** The sandbox may have another port than at the last start. A webhook that was pointed elsewhere stays there. */
async function followSandbox(demo: Demo, { origin, sandboxUrl, adminToken: token }: DemoDeps): Promise<void> {
  const keys = `${origin}/api/admin/tenants/${demo.slug}/keys`;
  const { items } = Keys.parse(await callApi('GET', keys, { token }));
  const key = items.find(({ instance_id: id }) => id === demo.instanceId);
  if (!key?.webhook_url?.endsWith(RECEIVER_PATH)) return;
  await callApi('PATCH', `${keys}/${demo.instanceId}`, {
    token,
    body: { channels: CHANNELS, webhook_url: sandboxUrl + RECEIVER_PATH },
  });
}

/**
 * On first start: a tenant `demo` with a key for every channel, and a wa number (docs/reference/installation.md#commands). On every
 * start the other five channels are connected again, because the sandbox forgets what it gave out when it stops.
 */
export async function prepareDemo(deps: DemoDeps): Promise<Demo> {
  const stored = await deps.directory.readNote(NOTE);
  const demo = stored === null ? await makeTenant(deps) : Demo.parse(JSON.parse(stored));
  if (stored !== null) await followSandbox(demo, deps);
  await connectDemoChannels(demo, deps);
  return demo;
}
