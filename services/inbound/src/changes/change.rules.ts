import { at } from '@parley/common/at';
import type { EventData } from '@parley/common/events/event-data';
import { messageDeletedEvent, messageUpdatedEvent } from '@parley/messaging/messages/changed-message';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import type { ChangedBy } from '@parley/providers/received/inbound-item';
import { accountRef } from '../batch/account.rules.ts';
import type { Addressed } from '../batch/inbound-message.rules.ts';

/** The stored and locked message that is changed. */
export interface ChangedMessage {
  id: string;
  conversationId: number;
  direction: 'in' | 'out';
  text: string;
  editedAt: Date | null;
  revokedAt: Date | null;
  /** In a group: the addresses of the participant who wrote it. */
  author: string[] | null;
  /** The peer of the conversation: the person, or the group. */
  peer: string;
  /** Every address of that person. */
  addresses: string[];
}

/** A new text, or a revocation without one. `by` is null where the provider checks the author. */
export interface GivenChange {
  kind: 'edited' | 'revoked';
  text: string | null;
  at: Date;
  by: ChangedBy | null;
  /** Undefined where no message is stored under the id. */
  message: ChangedMessage | undefined;
  /** Whether the id belongs to a part of the message, which cannot be changed on its own. */
  isPart: boolean;
}

/** The result of an edit or a revocation; `absent`: its message is not stored yet. */
type ChangeOutcome = 'changed' | 'repeated' | 'absent';

interface DecidedChanges {
  /** One per change, in the same order. */
  outcomes: ChangeOutcome[];
  /** The message after each change; null where it changed nothing. */
  results: (ChangedMessage | null)[];
  /** The changed messages, to be stored. */
  messages: ChangedMessage[];
}

/**
 * Whether the person who changes a message is its author: in a group the participant, else the peer of the
 * conversation.
 */
function isWrittenBy({ direction, author, peer, addresses }: ChangedMessage, by: ChangedBy | null): boolean {
  if (by === null) return true;
  if (by.isAccount) return direction === 'out';
  if (direction === 'out') return false;
  const writers = author ?? [peer, ...addresses];
  return writers.some((address) => by.addresses.includes(address));
}

/** Whether a message is in the group of which the person who changes it is an admin. */
const isInGroupOfAdmin = ({ peer }: ChangedMessage, by: ChangedBy | null): boolean => by?.adminOf === peer;

/** The message with its new text; null when an edit of the same time or a newer one was applied, or nothing changes. */
function edit(message: ChangedMessage, { text, at, by }: GivenChange): ChangedMessage | null {
  const isOlder = message.editedAt !== null && message.editedAt > at;
  if (text === null || isOlder || text === message.text || !isWrittenBy(message, by)) return null;
  return { ...message, text, editedAt: at };
}

function revoke(message: ChangedMessage, { at, by }: GivenChange): ChangedMessage | null {
  const isAllowed = isWrittenBy(message, by) || isInGroupOfAdmin(message, by);
  return message.revokedAt === null && isAllowed ? { ...message, revokedAt: at } : null;
}

/**
 * Decides edits and revocations of stored messages: by their author; an admin of the group may revoke too. Changes of
 * one message are decided in order, each on the result of the previous one.
 */
export function decideChanges(changes: readonly GivenChange[]): DecidedChanges {
  const current = new Map<string, ChangedMessage>();
  const results = changes.map((change): ChangedMessage | null => {
    if (!change.message || change.isPart) return null;
    const message = current.get(change.message.id) ?? change.message;
    const changed = change.kind === 'edited' ? edit(message, change) : revoke(message, change);
    if (changed) current.set(changed.id, changed);
    return changed;
  });
  const outcomes = changes.map(({ message }, index): ChangeOutcome => {
    if (!message) return 'absent';
    return at(results, index) ? 'changed' : 'repeated';
  });
  return { outcomes, results, messages: [...current.values()] };
}

type Change = Addressed<'edited' | 'revoked'>;

/** The party that deleted a message: its own side, or an admin of the group. */
function deletedBy(message: ChangedMessage, { item }: Change): EventData<'message.deleted'>['by'] {
  if (!isWrittenBy(message, item.by ?? null)) return 'admin';
  return message.direction === 'in' ? 'customer' : 'account';
}

/** In a group: the person who changed the message. */
function participantOf({ account, item: { by } }: Change, message: ChangedMessage): string | null {
  if (by && !by.isAccount) return by.addresses[0] ?? null;
  return message.direction === 'in' && !by ? (message.author?.[0] ?? null) : account.number;
}

/** `message.updated` or `message.deleted` of a message after its change (docs/reference/events.md#messageupdated). */
export function messageChanged(
  change: Change,
  message: ChangedMessage,
  reportedAt: Date,
): NewEvent<'message.updated' | 'message.deleted'> {
  const { account, item } = change;
  const { id: messageId, conversationId, direction, peer, text } = message;
  const reported = {
    tenantId: account.tenantId,
    channel: account.channel,
    conversationId,
    messageId,
    direction,
    peer,
    account: accountRef(account),
    providerMessageId: item.providerMessageId,
    participant: participantOf(change, message),
  };
  const { at } = item;
  return item.kind === 'edited'
    ? messageUpdatedEvent(reported, { text, at }, reportedAt)
    : messageDeletedEvent(reported, { by: deletedBy(message, change), at }, reportedAt);
}
