import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { callApi } from './call-api.ts';

interface NotifyDemoDeps {
  origin: string;
  sandbox: SandboxDriver;
  adminToken: string;
  slug: string;
}

/** The demo's recipient; only the sandbox receives its mails. */
const ADDRESS = 'owner@demo.example';
const LINK = /\/notifications\/confirm\/[\w.-]+/;
const ASK_EVERY_MS = 200;
const ASK_TIMES = 50;

/** The confirmation link, once the sandbox's mail server has it; null if mails go elsewhere. */
async function findLink({ notices }: SandboxDriver): Promise<string | null> {
  for (let asked = 0; asked < ASK_TIMES; asked++) {
    const mail = (await notices.mails()).findLast(({ envelopeTo }) => envelopeTo.includes(ADDRESS));
    const [link = null] = LINK.exec(mail?.text ?? '') ?? [];
    if (link !== null) return link;
    await pause(ASK_EVERY_MS);
  }
  return null;
}

/**
 * Adds a recipient who is notified by e-mail when a customer of the demo has waited for a minute
 * (docs/reference/notifications.md#kinds).
 */
export async function notifyDemo({ origin, sandbox, adminToken: token, slug }: NotifyDemoDeps): Promise<void> {
  const tenant = `${origin}/api/admin/tenants/${slug}`;
  await callApi('PATCH', `${tenant}/notification-settings`, { token, body: { unattended_minutes: 1 } });
  await callApi('POST', `${tenant}/recipients`, { token, body: { name: 'Shop owner', email: ADDRESS } });
  const link = await findLink(sandbox);
  if (link !== null) await fetch(`${origin}${link}`, { method: 'POST' });
}
