import { fromMicros, toMicros } from '@parley/messaging/credit/micros';
import { keyOwnerOf } from '../sends/send.rules.ts';
import { windowOpensAfter } from './may-send.rules.ts';
import type { NewSend, WantedSend } from './reservation.rules.ts';

/**
 * A send by a key that needs nothing but a conversation with its recipient, credit, and a free Idempotency-Key. A template
 * is not one: its category, which prices it, is looked up.
 */
export interface PlainSend extends WantedSend {
  instanceId: string;
}

/** A plain send with the values to compare with the stored facts. */
export interface ExpectedSend {
  send: PlainSend;
  /** The price of all plain sends of the tenant in the batch, which its balance must cover. */
  spent: string;
  /** The person must have written after this time; null: no matter when. */
  writtenAfter: Date | null;
}

/** Whether such a send can be reserved by a comparison, once its recipient is known. */
export const isPlainSend = (send: WantedSend): send is PlainSend =>
  send.origin === 'api' &&
  send.instanceId !== null &&
  send.channel !== 'tt' &&
  send.message.template === null &&
  send.namedConversationId === null &&
  send.commentId === null &&
  send.memberId === undefined &&
  send.bot === undefined &&
  send.sendAt === undefined &&
  send.quoted === null &&
  send.files.length === 0;

/**
 * Whether a send like this one can be reserved by a comparison: the same account would be chosen again, because it is the
 * one with the newest conversation, or the one with the named id.
 */
export const isRepeatable = (send: NewSend): boolean =>
  isPlainSend(send) && !send.mayPauseBot && (send.from === null || send.from === send.account.externalId);

/** The sends of a batch to reserve by a comparison: the first of each Idempotency-Key. */
export function expectSends(sends: readonly WantedSend[]): ExpectedSend[] {
  const keys = new Set<string>();
  const chosen = sends.filter(isPlainSend).filter((send) => {
    if (send.idempotency === null) return true;
    const key = `${keyOwnerOf(send)} ${send.idempotency.key}`;
    return !keys.has(key) && keys.add(key);
  });
  const spent = new Map<number, bigint>();
  for (const { tenantId, price } of chosen) spent.set(tenantId, (spent.get(tenantId) ?? 0n) + toMicros(price));
  return chosen.map((send) => ({
    send,
    spent: fromMicros(spent.get(send.tenantId) ?? 0n),
    writtenAfter: windowOpensAfter({ channel: send.channel, template: send.message.template }, send.happenedAt),
  }));
}
