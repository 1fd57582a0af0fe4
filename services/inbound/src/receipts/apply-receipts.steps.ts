import { at } from '@parley/common/at';
import type { LockedTenant } from '@parley/database/lock-tenant';
import { TransactionConflict } from '@parley/database/retry-conflicts';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { confirmSend, failOpenSend } from '@parley/messaging/settle-late';
import type { Addressed } from '../batch/addressed.rules.ts';
import type { Applied } from '../batch/applied.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { messageStatus } from '../messages/build-events.rules.ts';
import { storePending } from '../pending/pending.store.ts';
import { decideReceipts, type ReceiptOutcome, type SentMessage } from './decide-receipts.rules.ts';
import { namedSendOf } from './named-send.rules.ts';
import { addParts } from './part.store.ts';
import { lockSentMessages, writeReceipts } from './receipt.store.ts';

type Receipt = Addressed<'receipt'>;

/** The results of receipts; `early` ones skip a status, and wait for it. */
export interface AppliedReceipts extends Applied {
  early: Receipt[];
}

const STEPS = ['sent', 'delivered', 'read', 'failed'];
/** Sorts the receipts of one message by status, regardless of the order of arrival. */
const inOrderOfSteps = (receipts: readonly Receipt[]): Receipt[] =>
  receipts.toSorted((a, b) => STEPS.indexOf(a.item.status) - STEPS.indexOf(b.item.status));

/** The result of one receipt, with its message. */
interface StoredReceipt {
  receipt: Receipt;
  outcome: ReceiptOutcome;
  message: SentMessage | undefined;
}

/** The part that a receipt names by our own id: the process that sent it may have died before it stored the id. */
const toPart =
  (messages: readonly (SentMessage | undefined)[]) =>
  ({ account, item: { isPart, providerMessageId } }: Receipt, index: number) => {
    const message = messages[index];
    if (!isPart || !message || message.providerMessageId === providerMessageId) return [];
    return [{ channelAccountId: account.id, providerMessageId, messageId: message.id }];
  };

async function store(transaction: ApplyTransaction, receipts: readonly Receipt[]): Promise<StoredReceipt[]> {
  const messages = await lockSentMessages(transaction.sql, receipts.map(namedSendOf));
  await addParts(transaction.sql, receipts.flatMap(toPart(messages)));
  const given = receipts.map(({ item }, index) => ({
    item,
    message: at(messages, index),
    mayWait: transaction.mayWait(item),
  }));
  const { outcomes, steps } = decideReceipts(given);
  await writeReceipts(transaction.sql, steps);
  return receipts.map((receipt, index) => ({
    receipt,
    outcome: at(outcomes, index),
    message: at(messages, index),
  }));
}

/** Settles sends whose own answer was lost: the receipt proves that the provider accepted or refused them. */
async function settleUnconfirmed(
  transaction: ApplyTransaction,
  unconfirmed: readonly StoredReceipt[],
  tenants: ReadonlyMap<number, LockedTenant>,
): Promise<string[]> {
  const woken: string[] = [];
  for (const { receipt, message } of unconfirmed) {
    if (!message) continue;
    const { account, item } = receipt;
    const { providerMessageId, at, error } = item;
    const fence = { messageId: message.id, providerMessageId, at, reportedAt: transaction.now() };
    if (item.status !== 'failed' || error === null) {
      woken.push(...(await confirmSend(transaction.sql, fence)));
      continue;
    }
    const name = account.channel === 'wd' ? 'device' : 'graph';
    const provider = { name, status: null, code: error.provider_code, message: error.message };
    const answer: StoredAnswer = {
      ok: false,
      error: { code: error.code, message: error.message, extras: { provider } },
    };
    const tenant = tenants.get(account.tenantId);
    // Its message got the provider's id after the tenants were locked: a lock now would break the order.
    if (!tenant) throw new TransactionConflict('A receipt refuses a send of a tenant that is not locked.');
    woken.push(...(await failOpenSend(transaction.sql, { ...fence, tenant, error, answer })));
  }
  return woken;
}

const toEvents = (stored: readonly StoredReceipt[], reportedAt: Date) =>
  stored.flatMap(({ receipt: { account, item }, outcome, message }) => {
    if (outcome !== 'moved' || !message) return [];
    const { id: messageId, conversationId, peer } = message;
    const providerMessageId = message.providerMessageId ?? item.providerMessageId;
    return [
      toOutboxRow(messageStatus(account, item, { messageId, conversationId, peer, providerMessageId }, reportedAt)),
    ];
  });

/** A receipt that waits for its message, or for the settlement of the send that it is a part of. */
const toPending = ({ receipt: { account, item }, message }: StoredReceipt) => ({
  accountId: account.id,
  providerMessageId: item.providerMessageId,
  item,
  waitsFor: message?.id ?? null,
});

/**
 * Applies receipts of sent messages: forward only, one event each. A receipt that arrives before the send's own answer
 * settles the send first, and a refusal refunds it, which needs one of `tenants`; one about a further part waits until
 * then. One about a message that is not stored yet waits for it, and so does one that skips a status.
 */
export async function applyReceipts(
  transaction: ApplyTransaction,
  given: readonly Receipt[],
  tenants: ReadonlyMap<number, LockedTenant>,
): Promise<AppliedReceipts> {
  const receipts = inOrderOfSteps(given);
  const first = await store(transaction, receipts);
  const withOutcome = (outcome: ReceiptOutcome) => first.filter((stored) => stored.outcome === outcome);
  const unconfirmed = withOutcome('unconfirmed');
  const instanceIds = await settleUnconfirmed(transaction, unconfirmed, tenants);
  const second = await store(
    transaction,
    [...unconfirmed, ...withOutcome('held')].map(({ receipt }) => receipt),
  );
  const waiting = [...withOutcome('absent'), ...second.filter(({ outcome }) => outcome === 'held')];
  await storePending(transaction.sql, waiting.map(toPending));
  const reportedAt = transaction.now();
  const stored = receipts.length - withOutcome('repeated').length - withOutcome('early').length;
  return {
    early: [...first, ...second].filter(({ outcome }) => outcome === 'early').map(({ receipt }) => receipt),
    stored,
    repeated: withOutcome('repeated').length,
    events: toEvents([...first, ...second], reportedAt),
    instanceIds,
  };
}
