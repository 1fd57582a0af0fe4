import { inOrder } from '../../../../state/receipt-order.ts';
import type { SandboxSettings } from '../../../../state/sandbox-state.ts';
import type { GrantedAccount } from '../../state/page.ts';
import { buildEcho } from './build-page-event.ts';
import type { PageWebhooks } from './post-page-webhook.ts';

/** A message that a page sent. */
export interface PageSend {
  granted: GrantedAccount;
  /** The person's id. */
  to: string;
  mid: string;
  atMs: number;
  /** `text` and `attachments` of the echo. */
  content: Record<string, unknown>;
  metadata: string | null;
}

/** Schedules the echo and the receipts of accepted sends. */
export type PageReceipts = ReturnType<typeof makePageReceipts>;

const MAX_PENDING = 50_000;

/** Makes the schedule; echoes of Messenger carry `appId`. */
export function makePageReceipts(deps: {
  settings: () => SandboxSettings;
  webhooks: PageWebhooks;
  appId: string;
  now: () => number;
}) {
  const timers = new Set<NodeJS.Timeout>();
  const appId = /^\d{1,15}$/.test(deps.appId) ? Number(deps.appId) : deps.appId;

  function after(delayMs: number, act: () => unknown) {
    if (timers.size >= MAX_PENDING) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void act();
    }, delayMs);
    timer.unref();
    timers.add(timer);
  }

  function postEcho({ granted, to, mid, atMs, content, metadata }: PageSend) {
    const event = buildEcho(granted, to, { mid, ...content }, { atMs, appId, metadata });
    return deps.webhooks.postMessaging(granted, granted.channel === 'fb' ? 'message_echoes' : 'messages', event);
  }

  return {
    /** Resolves when the echo was answered if it precedes the send's own answer, else at once. */
    async add(send: PageSend) {
      const { echoes, receipts, receiptDelayMs, receiptOrder } = deps.settings();
      if (echoes === 'before') await postEcho(send);
      else if (echoes === 'after') after(receiptDelayMs, () => postEcho(send));
      if (receipts !== 'delivered' && receipts !== 'all') return;
      const { granted, to, mid, atMs: watermark } = send;
      const head = () => ({ granted, person: to, atMs: deps.now() });
      const delivered = () => postDelivery(deps.webhooks, head(), { mids: [mid], watermark });
      const read = () => postRead(deps.webhooks, head(), { mid, watermark });
      // Instagram has no delivery receipts.
      const acts = [...(granted.channel === 'fb' ? [delivered] : []), ...(receipts === 'all' ? [read] : [])];
      inOrder(acts, receiptOrder).forEach((act, index) => {
        after(receiptDelayMs * (index + 2), act);
      });
    },
    /** Runs an act later, as Meta does with its webhooks. */
    later: (act: () => unknown) => after(deps.settings().receiptDelayMs, act),
    pending: () => timers.size,
    /** Cancels all scheduled acts. */
    clear() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** The account and person of a receipt, and its time. */
export interface ReceiptHead {
  granted: GrantedAccount;
  person: string;
  atMs: number;
}

/** Messenger's receipt: everything up to the watermark (ms) was delivered; `mids` may be missing. */
export function postDelivery(
  webhooks: PageWebhooks,
  { granted, person, atMs }: ReceiptHead,
  delivery: { mids?: string[]; watermark: number },
) {
  const event = { sender: { id: person }, recipient: { id: granted.account }, timestamp: atMs, delivery };
  return webhooks.postMessaging(granted, 'message_deliveries', event);
}

/** Messenger's watermark (ms), or Instagram's newest seen message. */
export function postRead(
  webhooks: PageWebhooks,
  { granted, person, atMs }: ReceiptHead,
  upTo: { mid: string; watermark: number },
) {
  const isMessenger = granted.channel === 'fb';
  const read = isMessenger ? { watermark: upTo.watermark } : { mid: upTo.mid };
  const event = { sender: { id: person }, recipient: { id: granted.account }, timestamp: atMs, read };
  return webhooks.postMessaging(granted, isMessenger ? 'message_reads' : 'messaging_seen', event);
}
