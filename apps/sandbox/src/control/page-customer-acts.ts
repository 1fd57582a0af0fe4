import type { CallbackOutcome } from '../call-back.ts';
import { buildPageEvent } from '../meta/build-page-event.ts';
import type { Surface } from '../meta/page.ts';
import type { PageWebhooks } from '../meta/post-page-webhook.ts';
import type { Customer } from '../state/account.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { CustomerMessages } from './customer-message.ts';

/** What the acts of people on Messenger and Instagram need. */
export interface PageActDeps {
  state: SandboxState;
  pageWebhooks: PageWebhooks;
  /** Where the application reaches the sandbox's files. */
  attachmentOrigin(): string;
  now: () => number;
}

/** Lets a person write, react, press, edit or take back on Messenger or Instagram; the webhooks follow. */
export async function actOnPage(deps: PageActDeps, surface: Surface, customer: Customer, request: CustomerMessages) {
  const { channel, account } = surface;
  const ids: string[] = [];
  const callbacks: (CallbackOutcome | null)[] = [];
  for (const act of request.batch ?? [request]) {
    if (act.type === 'blocked' || act.type === 'unblocked') {
      customer.reach = act.type === 'blocked' ? 'blocked' : 'ok';
      callbacks.push(null);
      continue;
    }
    const nowMs = deps.now();
    const built = buildPageEvent(deps.state, surface, customer, act, { nowMs, origin: deps.attachmentOrigin() });
    ids.push(built.messageId);
    const { times, form } = request;
    callbacks.push(
      await deps.pageWebhooks.postMessaging(surface, built.field, built.event, { times, ...(form ? { form } : {}) }),
    );
  }
  return { ok: true as const, channel, account, from: customer.address, provider_message_ids: ids, callbacks };
}

/** The page or Instagram account that a control call means: by id, or the first. */
export function pickSurface(state: SandboxState, channel: 'fb' | 'ig', id: string | undefined): Surface | undefined {
  if (id === undefined) return state.meta.firstSurface(channel);
  const surface = state.meta.surface(id);
  if (surface?.channel === channel) return surface;
  // A page's id names its Instagram account as well.
  const instagram = surface?.page.instagram;
  return channel === 'ig' && surface && instagram ? { channel, account: instagram.id, page: surface.page } : undefined;
}
