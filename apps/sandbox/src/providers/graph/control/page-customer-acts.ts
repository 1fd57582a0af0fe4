import type { CallbackOutcome } from '../../../callbacks/callback-sender.ts';
import type { Customer } from '../../../customers/customer.ts';
import type { CustomerMessages } from '../../../customers/customer-message.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import type { GrantedAccount } from '../state/page.ts';
import { buildPageEvent } from '../wire/pages/build-page-event.ts';
import type { PageWebhooks } from '../wire/pages/post-page-webhook.ts';

export interface PageActDeps {
  state: SandboxState;
  pageWebhooks: PageWebhooks;
  /** The origin at which the application fetches the sandbox's files. */
  attachmentOrigin(): string;
  now: () => number;
}

/** Makes a person write, react, press, edit or revoke on Messenger or Instagram; the webhooks follow. */
export async function actOnPage(
  deps: PageActDeps,
  granted: GrantedAccount,
  customer: Customer,
  request: CustomerMessages,
) {
  const { channel, account } = granted;
  const ids: string[] = [];
  const callbacks: (CallbackOutcome | null)[] = [];
  for (const act of request.batch ?? [request]) {
    if (act.type === 'blocked' || act.type === 'unblocked') {
      customer.reach = act.type === 'blocked' ? 'blocked' : 'ok';
      callbacks.push(null);
      continue;
    }
    const nowMs = deps.now();
    const built = buildPageEvent(deps.state, granted, customer, act, { nowMs, origin: deps.attachmentOrigin() });
    ids.push(built.messageId);
    const { times, form } = request;
    callbacks.push(
      await deps.pageWebhooks.postMessaging(granted, built.field, built.event, { times, ...(form ? { form } : {}) }),
    );
  }
  return { ok: true as const, channel, account, from: customer.address, provider_message_ids: ids, callbacks };
}

/** The page or Instagram account of a control call: by id, or the first. */
export function pickGrantedAccount(
  state: SandboxState,
  channel: 'fb' | 'ig',
  id: string | undefined,
): GrantedAccount | undefined {
  if (id === undefined) return state.meta.firstGrantedAccount(channel);
  const granted = state.meta.grantedAccount(id);
  if (granted?.channel === channel) return granted;
  // A page's id identifies its Instagram account as well.
  const instagram = granted?.page.instagram;
  return channel === 'ig' && granted && instagram ? { channel, account: instagram.id, page: granted.page } : undefined;
}
