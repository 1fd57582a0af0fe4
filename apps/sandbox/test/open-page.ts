import type { SandboxOptions } from '../src/start-sandbox.ts';
import { openSandbox } from './open-sandbox.ts';

/** The seeded page, its Instagram account, their posts and one person of each. */
export const PAGE = '1908000000001';
export const INSTAGRAM = '17841400000000000';
export const PAGE_TOKEN = 'sandbox-page-token';
export const PSID = '254459191289871';
export const IGSID = '910000000000001';
export const POST = `${PAGE}_122100000000`;
export const MEDIA = '17900000000000003';

type Box = Awaited<ReturnType<typeof openSandbox>>;

/** A sandbox whose page is subscribed to every field, with the calls of the tests. */
export async function openPage(options: Partial<SandboxOptions> = {}) {
  const box = await openSandbox({ receipts: 'off', ...options });
  await box.call('POST', '/sandbox/accounts/fb', { id: PAGE, subscribed: true });
  const graph = (method: string, path: string, body?: unknown, token = PAGE_TOKEN) =>
    box.graph(method, path, body, token);
  return Object.assign(box, {
    page: graph,
    /** A send to a person, through the page's id. */
    send: (to: string, message: Record<string, unknown>, more: Record<string, unknown> = {}) =>
      graph('POST', `/${PAGE}/messages`, { recipient: { id: to }, messaging_type: 'RESPONSE', message, ...more }),
    write: (channel: 'fb' | 'ig', message: Record<string, unknown>) =>
      box.call('POST', `/sandbox/customers/${channel}/${channel === 'fb' ? PSID : IGSID}/messages`, message),
    comment: (channel: 'fb' | 'ig', comment: Record<string, unknown>) =>
      box.call('POST', `/sandbox/customers/${channel}/${channel === 'fb' ? PSID : IGSID}/comments`, comment),
  });
}

/** The messaging events of the webhooks that arrived, in order. */
export function eventsOf(box: Box): Record<string, never>[] {
  return box.hooks.flatMap(({ body }) => entriesOf(body).flatMap(({ messaging = [] }) => messaging));
}

/** The changes of the webhooks that arrived, in order. */
export function changesOf(box: Box): { field: string; value: Record<string, never> }[] {
  return box.hooks.flatMap(({ body }) => entriesOf(body).flatMap(({ changes = [] }) => changes));
}

interface Entry {
  messaging?: Record<string, never>[];
  changes?: { field: string; value: Record<string, never> }[];
}

function entriesOf(body: Record<string, unknown>): Entry[] {
  return body.entry as Entry[]; // safe: the sandbox's own envelope
}
