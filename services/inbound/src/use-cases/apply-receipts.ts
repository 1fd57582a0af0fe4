import type { StoredAnswer } from '@parley/prisma/messaging/outbound-message';
import { confirmSend, failOpenSend } from '@parley/prisma/messaging/settle-late';
import { toOutboxRow } from '@parley/prisma/outbox/new-event';
import { messageStatus } from '../domain/build-events.ts';
import { type StoredReceiptRow, storeReceipts } from '../storage/item-store.ts';
import { storePending } from '../storage/pending-store.ts';
import type { Addressed, Applied, ApplyContext } from './apply-context.ts';

type Receipt = Addressed<'receipt'>;

/** Our message id that came back with a status (`biz_opaque_callback_data`), or null where it is not one of ours. */
const callbackId = ({ item }: Receipt): string | null =>
  item.callbackData !== null && /^[1-9]\d{0,17}$/.test(item.callbackData) ? item.callbackData : null;

/** What became of receipts; `early` ones skip a step, and wait for it. */
export interface AppliedReceipts extends Applied {
  early: Receipt[];
}

const STEPS = ['sent', 'delivered', 'read', 'failed'];
/** The steps of one message in the order in which they happen, whatever the order in which the provider tells them. */
const inOrderOfSteps = (receipts: readonly Receipt[]): Receipt[] =>
  receipts.toSorted((a, b) => STEPS.indexOf(a.item.status) - STEPS.indexOf(b.item.status));

const store = (context: ApplyContext, receipts: readonly Receipt[]): Promise<StoredReceiptRow[]> =>
  storeReceipts(
    context.sql,
    receipts.map((receipt, ord) => ({
      ord,
      channel_account_id: receipt.account.id,
      provider_message_id: receipt.item.providerMessageId,
      callback_id: callbackId(receipt),
      status: receipt.item.status,
      happened_at: receipt.item.at.toISOString(),
      error: receipt.item.error,
      may_wait: context.mayWait(receipt.item),
    })),
  );

/** Settles the sends whose own answer never came: the provider has just told that it has, or refused, them. */
async function settleUnconfirmed(
  context: ApplyContext,
  receipts: readonly Receipt[],
  rows: readonly StoredReceiptRow[],
): Promise<string[]> {
  const woken: string[] = [];
  for (const { ord, message_id: messageId } of rows) {
    const receipt = receipts[ord];
    if (!receipt || messageId === null) continue;
    const { item } = receipt;
    const fence = { messageId, providerMessageId: item.providerMessageId, at: item.at, toldAt: context.now() };
    const { error } = item;
    if (item.status !== 'failed' || error === null) {
      woken.push(...(await confirmSend(context.sql, fence)));
      continue;
    }
    const name = receipt.account.channel === 'wd' ? 'device' : 'graph';
    const provider = { name, status: null, code: error.provider_code, message: error.message };
    const answer: StoredAnswer = {
      ok: false,
      error: { code: error.code, message: error.message, extras: { provider } },
    };
    woken.push(...(await failOpenSend(context.sql, { ...fence, error, answer })));
  }
  return woken;
}

function toEvents(receipts: readonly Receipt[], moved: readonly StoredReceiptRow[], toldAt: Date) {
  return moved.flatMap((row) => {
    const receipt = receipts[row.ord];
    if (!receipt) return [];
    const message = {
      messageId: String(row.message_id),
      conversationId: Number(row.conversation_id),
      peer: String(row.peer),
      providerMessageId: String(row.provider_message_id),
    };
    return [toOutboxRow(messageStatus(receipt.account, receipt.item, message, toldAt))];
  });
}

/**
 * Receipts of sent messages: forward only, each told once. A receipt that overtakes the send's own answer settles
 * the send first; one about a message that is not here yet waits for it, and so does one that skips a step.
 */
export async function applyReceipts(context: ApplyContext, given: readonly Receipt[]): Promise<AppliedReceipts> {
  const receipts = inOrderOfSteps(given);
  const first = await store(context, receipts);
  const unconfirmed = first.filter(({ outcome }) => outcome === 'unconfirmed');
  const instanceIds = await settleUnconfirmed(context, receipts, unconfirmed);
  const again = unconfirmed.flatMap(({ ord }) => receipts[ord] ?? []);
  const second = again.length > 0 ? await store(context, again) : [];

  const absent = first.filter(({ outcome }) => outcome === 'absent').flatMap(({ ord }) => receipts[ord] ?? []);
  await storePending(
    context.sql,
    absent.map(({ account, item }) => ({
      accountId: account.id,
      providerMessageId: item.providerMessageId,
      item,
    })),
  );
  const toldAt = context.now();
  const moved = (rows: readonly StoredReceiptRow[]) => rows.filter(({ outcome }) => outcome === 'moved');
  const isEarly = ({ outcome }: StoredReceiptRow): boolean => outcome === 'early';
  const early = [
    ...first.filter(isEarly).flatMap(({ ord }) => receipts[ord] ?? []),
    ...second.filter(isEarly).flatMap(({ ord }) => again[ord] ?? []),
  ];
  const stored = moved(first).length + unconfirmed.length + absent.length;
  return {
    early,
    stored,
    repeated: receipts.length - stored - first.filter(isEarly).length,
    events: [...toEvents(receipts, moved(first), toldAt), ...toEvents(again, moved(second), toldAt)],
    instanceIds,
  };
}
