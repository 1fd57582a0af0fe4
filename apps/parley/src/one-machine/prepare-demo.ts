import type { BusClient } from '@parley/bus/bus-client';
import { CHANNELS } from '@parley/common/channels';
import type { Logger } from '@parley/runtime/logger';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { z } from 'zod';
import { callApi, RefusedCall } from './call-api.ts';
import { connectDemoChannels } from './connect-demo-channels.ts';
import type { DataDirectory } from './data-directory.ts';
import { DEMO_RECEIVER, Demo } from './demo.ts';
import { inviteDemoMembers } from './invite-demo-members.ts';
import { notifyDemo } from './notify-demo.ts';
import { prepareDemoBot } from './prepare-demo-bot.ts';
import type { ChildName } from './start-children.ts';

/** The sandbox's WhatsApp number, which exists from its start. */
const WA_ACCOUNT = {
  phone_number_id: SANDBOX_SEED.whatsapp.phoneNumberId,
  waba_id: SANDBOX_SEED.whatsapp.wabaId,
  access_token: SANDBOX_SEED.whatsapp.token,
  number: '+1 555 078 3881',
  label: 'Demo number',
} as const;

const RECEIVER_PATH = `/sandbox/receiver/${DEMO_RECEIVER}`;
const NOTE = 'demo.json';
const SLUG = 'demo';
const NAME = 'Demo';
const KEY_LABEL = 'Demo key';

/** Each resolves when the child process answers. */
export type DemoChildren = Readonly<Record<ChildName, Promise<unknown>>>;

interface DemoDeps {
  directory: DataDirectory;
  origin: string;
  publicUrl: string;
  sandbox: SandboxDriver;
  /** Whether the sandbox has the memory of an earlier start. */
  isRestored: boolean;
  adminToken: string;
  bus: Pick<BusClient, 'call'>;
  logger: Logger;
  childrenReady: DemoChildren;
}

/** The facts about the demo that a start shows. */
export interface PreparedDemo {
  demo: Demo;
  /** Signs its owner in to the console, once. */
  signInPath: string;
}

const Tenant = z.object({ name: z.string() });
const MadeKey = z.object({ instance_id: z.string(), api_key: z.string(), webhook_secret: z.string() });
const PlatformWebhook = z.object({ url: z.string() });
const MadeWebhook = z.object({ secret: z.string() });
const Keys = z.object({
  items: z.array(z.object({ instance_id: z.string(), label: z.string(), webhook_url: z.string().nullable() })),
});

/** Address and events of the demo's platform webhook: only events that a key's webhook does not report. */
const platformWebhookOf = (sandbox: SandboxDriver) => ({
  url: sandbox.receiver(DEMO_RECEIVER).url,
  events: ['bot-message'],
});

/** Deletes the key and the platform webhook of the demo, whose secrets only a lost note knows. */
async function removeSecrets(tenant: string, token: string): Promise<void> {
  const { items } = Keys.parse(await callApi('GET', `${tenant}/keys`, { token }));
  for (const { instance_id: id, label } of items)
    if (label === KEY_LABEL) await callApi('DELETE', `${tenant}/keys/${id}`, { token });
  await callApi('DELETE', `${tenant}/platform-webhook`, { token }).catch((error: unknown) => {
    if (!(error instanceof RefusedCall)) throw error;
  });
}

/**
 * Creates the tenant, or takes over the one of an earlier start that was killed before it wrote its note, or that used
 * another data directory. Throws if the slug belongs to another tenant.
 */
async function openTenant({ origin, adminToken: token }: DemoDeps): Promise<void> {
  const tenants = `${origin}/api/admin/tenants`;
  try {
    await callApi('POST', tenants, { token, body: { slug: SLUG, name: NAME, balance: '1000' } });
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.code !== 'slug_taken') throw error;
    const { name } = Tenant.parse(await callApi('GET', `${tenants}/${SLUG}`, { token }));
    if (name !== NAME) throw error;
    await removeSecrets(`${tenants}/${SLUG}`, token);
  }
}

async function makeDemo(deps: DemoDeps): Promise<Demo> {
  const { directory, origin, sandbox, adminToken: token } = deps;
  const admin = `${origin}/api/admin`;
  await openTenant(deps);
  const [key, platform] = await Promise.all([
    callApi('POST', `${admin}/tenants/${SLUG}/keys`, {
      token,
      body: { label: KEY_LABEL, channels: CHANNELS, webhook_url: sandbox.receiver(DEMO_RECEIVER).url },
    }).then(MadeKey.parse),
    callApi('PUT', `${admin}/tenants/${SLUG}/platform-webhook`, { token, body: platformWebhookOf(sandbox) }).then(
      MadeWebhook.parse,
    ),
  ]);
  const demo: Demo = {
    slug: SLUG,
    apiKey: key.api_key,
    webhookSecret: key.webhook_secret,
    instanceId: key.instance_id,
    platformSecret: platform.secret,
  };
  await directory.writeNote(NOTE, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
}

/** The rest of the first start: nothing else of the demo waits for it. */
async function finishTenant(deps: DemoDeps): Promise<void> {
  const { origin, adminToken: token } = deps;
  await Promise.all([
    callApi('POST', `${origin}/api/admin/tenants/${SLUG}/channels/wa`, { token, body: WA_ACCOUNT }),
    notifyDemo({ ...deps, slug: SLUG }),
  ]);
}

/**
 * Updates the demo's webhook if the sandbox's port has changed since the last start. A webhook that the user changed is
 * kept.
 */
async function followSandbox(demo: Demo, { origin, sandbox, adminToken: token }: DemoDeps): Promise<void> {
  const keys = `${origin}/api/admin/tenants/${demo.slug}/keys`;
  const { items } = Keys.parse(await callApi('GET', keys, { token }));
  const key = items.find(({ instance_id: id }) => id === demo.instanceId);
  if (!key?.webhook_url?.endsWith(RECEIVER_PATH)) return;
  await callApi('PATCH', `${keys}/${demo.instanceId}`, {
    token,
    body: { channels: CHANNELS, webhook_url: sandbox.receiver(DEMO_RECEIVER).url },
  });
}

/** The same for the platform webhook. */
async function movePlatformWebhook(demo: Demo, { origin, sandbox, adminToken: token }: DemoDeps): Promise<void> {
  const path = `${origin}/api/admin/tenants/${demo.slug}/platform-webhook`;
  // Nothing to do if the user has deleted it.
  const found = PlatformWebhook.nullable().parse(await callApi('GET', path, { token }).catch(() => null));
  if (found?.url.endsWith(RECEIVER_PATH)) await callApi('PUT', path, { token, body: platformWebhookOf(sandbox) });
}

/**
 * On first start: creates a tenant `demo` with a key for every channel, a wa number, three members and a bot
 * (docs/reference/installation.md#commands). Every start connects those of the other five channels that are not
 * connected.
 */
export async function prepareDemo(deps: DemoDeps): Promise<PreparedDemo> {
  const stored = await deps.directory.readNote(NOTE);
  const demo = stored === null ? await makeDemo(deps) : Demo.parse(JSON.parse(stored));
  if (stored !== null) await Promise.all([followSandbox(demo, deps), movePlatformWebhook(demo, deps)]);
  const channels = connectDemoChannels(demo, { ...deps, pairingReady: deps.childrenReady.pairing });
  const prepareBot = async (): Promise<void> => {
    await Promise.all([channels.telegram, deps.childrenReady.bots]);
    await prepareDemoBot({ ...deps, slug: demo.slug });
  };
  const [signInPath] = await Promise.all([
    inviteDemoMembers(deps.bus, demo.slug),
    prepareBot().catch((error: unknown) =>
      deps.logger.warn('demo-bot.prepare-failed', { err: error }, 'The bot of the demo could not be prepared.'),
    ),
    channels.all,
    stored === null ? finishTenant(deps) : null,
  ]);
  return { demo, signInPath };
}
