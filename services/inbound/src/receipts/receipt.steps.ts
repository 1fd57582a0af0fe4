import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import type { LockedTenant } from '@parley/database/transactions/lock-tenant';
import { TransactionConflict } from '@parley/database/transactions/retry-conflicts';
import { holdMarketing, marketingHoldOf } from '@parley/messaging/consent/hold-marketing';
import type { StoredAnswer } from '@parley/messaging/messages/outbound-message';
import { confirmSend, failOpenSend } from '@parley/messaging/messages/settle-late';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { AddressedReceipt } from '../batch/inbound-message.rules.ts';
import { defineKind, type InboundTransaction, nothingApplied } from '../batch/kind.rules.ts';
import { messageStatus } from '../messages/message-events.rules.ts';
import { storePending } from '../pending/pending.store.ts';
import { addParts } from './own-send.store.ts';
import {
  decideReceipts,
  namedSendOf,
  type ReceiptOutcome,
  type ReceiptStep,
  type SentMessage,
} from './receipt.rules.ts';
import { lockRefundableTenants, lockSentMessages, writeReceipts } from './receipt.store.ts';

const STEPS = ['sent', 'delivered', 'read', 'failed'];
/** Those that are applied again are in order already. */
const stepOf = ({ receipt: { item, isAgain } }: KnownReceipt): number => (isAgain ? 0 : STEPS.indexOf(item.status));

/** A receipt, with its message. */
interface KnownReceipt {
  receipt: AddressedReceipt;
  message: SentMessage | undefined;
}

interface DecidedReceipt extends KnownReceipt {
  outcome: ReceiptOutcome;
}

/**
 * Receipts of sent messages: forward only, one event each. One that arrives before the send's own answer settles the send
 * and is applied again; a refusal refunds the send. One about a further part of such a send waits until it is settled.
 * One about a message that is not stored yet waits for it, and so does one that skips a step.
 */
export const receipts = defineKind('receipt', {
  address: namedSendOf,
  load: ({ sql }, names) => lockSentMessages(sql, names),
  decide(given, messages, { mayWait, now }) {
    const known = given.map((receipt, index) => ({ receipt, message: at(messages, index) }));
    // The receipts of one message by status, regardless of the order of arrival.
    const sorted = known.toSorted((a, b) => stepOf(a) - stepOf(b));
    const { outcomes, steps } = decideReceipts(
      sorted.map(({ receipt: { item }, message }) => ({ item, message, mayWait: mayWait(item) })),
    );
    const decided = sorted.map((one, index) => ({ ...one, outcome: at(outcomes, index) }));
    return { receipts: decided, steps, events: toEvents(decided, now()) };
  },
  async write(transaction, { receipts: decided, steps, events }) {
    const { sql } = transaction;
    await addParts(sql, decided.flatMap(toPart));
    await writeReceipts(sql, steps);
    await holdMarketing.run(sql, steps.flatMap(toHold), {});
    const withOutcome = (outcome: ReceiptOutcome) => decided.filter((one) => one.outcome === outcome);
    const isFirst = ({ receipt }: DecidedReceipt): boolean => !receipt.isAgain;
    const unsettled = [...withOutcome('unconfirmed'), ...withOutcome('held')].filter(isFirst);
    const held = withOutcome('held').filter((one) => !isFirst(one));
    const instanceIds = await settleUnconfirmed(transaction, withOutcome('unconfirmed').filter(isFirst));
    await storePending(sql, [...withOutcome('absent'), ...held].map(toPending));
    const early = withOutcome('early');
    const repeated = withOutcome('repeated').filter(isFirst).length;
    return {
      ...nothingApplied(),
      stored: decided.filter(isFirst).length - repeated - early.filter(isFirst).length,
      repeated,
      events,
      instanceIds,
      early: early.map(({ receipt }) => receipt.item),
      again: unsettled.map(({ receipt }) => ({ ...receipt, isAgain: true })),
    };
  },
});

/** The platform refuses marketing to this person for a day (wa). */
const toHold = ({ messageId, status, isLast, error, at }: ReceiptStep) =>
  status === 'failed' && isLast ? marketingHoldOf(messageId, error, at) : [];

/** The part that a receipt names by our own id: the process that sent it may have died before it stored the id. */
function toPart({ receipt: { account, item }, message }: KnownReceipt) {
  const { isPart, providerMessageId } = item;
  if (!isPart || !message || message.providerMessageId === providerMessageId) return [];
  return [{ channelAccountId: account.id, providerMessageId, messageId: message.id }];
}

/** Settles sends whose own answer was lost: the receipt proves that the provider accepted or refused them. */
async function settleUnconfirmed(
  { sql, now, tenants }: InboundTransaction,
  unconfirmed: readonly KnownReceipt[],
): Promise<string[]> {
  const woken: string[] = [];
  for (const { receipt, message } of unconfirmed) {
    if (!message) continue;
    const { account, item } = receipt;
    const { providerMessageId, at, error } = item;
    const fence = { messageId: message.id, providerMessageId, at, reportedAt: now() };
    if (item.status !== 'failed' || error === null) {
      woken.push(...(await confirmSend(sql, fence)));
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
    woken.push(...(await failOpenSend(sql, { ...fence, tenant, error, answer })));
  }
  return woken;
}

const toEvents = (stored: readonly DecidedReceipt[], reportedAt: Date) =>
  stored.flatMap(({ receipt: { account, item }, outcome, message }) => {
    if (outcome !== 'moved' || !message) return [];
    const { id: messageId, conversationId, peer } = message;
    const providerMessageId = message.providerMessageId ?? item.providerMessageId;
    return [
      toOutboxRow(messageStatus(account, item, { messageId, conversationId, peer, providerMessageId }, reportedAt)),
    ];
  });

/** A receipt that waits for its message, or for the settlement of the send that it is a part of. */
const toPending = ({ receipt: { account, item }, message }: KnownReceipt) => ({
  accountId: account.id,
  providerMessageId: item.providerMessageId,
  item,
  waitsFor: message?.id ?? null,
});

/**
 * Locks the tenants whose credit these receipts may move, because they refuse a send that is not settled. Returns the
 * tenants by id.
 */
export const lockRefundedTenants = (
  sql: Sql,
  given: readonly AddressedReceipt[],
): Promise<ReadonlyMap<number, LockedTenant>> =>
  lockRefundableTenants(
    sql,
    given.filter(({ item }) => item.status === 'failed' && item.error !== null).map(namedSendOf),
  );
