import type { Sql } from '@parley/database/sql';
import { type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { PlatformRow } from '@parley/messaging/outbox/platform-events';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import type { AddressedMessage } from '../domain/addressed.ts';
import type { ApplyTransaction } from '../domain/apply-transaction.ts';
import { messageReceived, messageSentElsewhere, type StoredIds } from '../domain/build-events.ts';
import { accountRef } from '../domain/connected-account.ts';
import { joinConversations } from '../domain/decide-messages.ts';
import { isHalfNamed, nameVotes } from '../domain/name-votes.ts';
import { extraOf, toNewMessage } from '../domain/new-message.ts';
import { reportToPlatform } from '../domain/report-to-platform.ts';
import { type SpokenConsent, spokenConsent } from '../domain/spoken-consent.ts';
import { type ContactName, findNames } from '../storage/contact-store.ts';
import { findPollOptions } from '../storage/poll-store.ts';
import type { Rating } from '../storage/rating-store.ts';
import { findRatings } from './find-ratings.ts';
import { joinRepliedChats } from './join-replied-chats.ts';
import { type Placed, placeMessages } from './place-messages.ts';

/** A new message with its event, to be written. */
export interface PreparedMessage extends Placed {
  addressed: AddressedMessage;
  event: OutboxRow;
  /** Set when it is a stop or start word. */
  consent: SpokenConsent | null;
  /** Set when it answers a satisfaction question: it neither opens the conversation nor gets a reply. */
  rating: Rating | null;
}

/** The writes of messages, and their results as far as they are known. */
export interface PreparedMessages {
  messages: PreparedMessage[];
  /** The number of messages that are stored already. */
  repeated: number;
  /** The changed conversations after all messages. */
  changed: ReadonlyMap<number, ConversationFacts>;
  platformRows: PlatformRow[];
  receivedAt: Date;
  /** Keys to wake for events that were written while people were placed. */
  woken: string[];
  /** Whether nothing is read or written for these messages after them. */
  isComplete: boolean;
}

interface Fresh {
  addressed: AddressedMessage;
  placed: Placed;
}

/** Votes with the options of their polls; only a vote that the provider names by half costs a statement. */
async function withVotes(sql: Sql, fresh: Fresh[]): Promise<Fresh[]> {
  const pollOf = ({ addressed, placed }: Fresh): string | null =>
    isHalfNamed(addressed) ? placed.message.replyToId : null;
  const pollIds = fresh.flatMap((one) => pollOf(one) ?? []);
  if (pollIds.length === 0) return fresh;
  const polls = await findPollOptions(sql, pollIds);
  return fresh.map((one) => {
    const { account, item } = one.addressed;
    const options = polls.get(pollOf(one) ?? '');
    if (!options || item.kind !== 'message') return one;
    const named = nameVotes(item, options);
    const message = { ...one.placed.message, text: named.text, extra: extraOf(named) };
    return { addressed: { account, item: named }, placed: { ...one.placed, message } };
  });
}

/** Conversations whose people the webhook does not name, as on fb and ig. */
const namelessConversations = (fresh: readonly Fresh[]): number[] =>
  fresh.flatMap(({ addressed: { account, item }, placed: { conversation } }) =>
    item.kind === 'message' && (account.channel === 'fb' || account.channel === 'ig') ? [conversation.id] : [],
  );

/** The message with the sender's stored name, when the webhook has none. */
function withName(addressed: AddressedMessage, known: ContactName | undefined): AddressedMessage {
  if (!known || addressed.item.kind !== 'message') return addressed;
  const { from } = addressed.item;
  const named = { ...from, name: from.name ?? known.name, username: from.username ?? known.username };
  return { account: addressed.account, item: { ...addressed.item, from: named } };
}

function toEvent(
  { addressed, placed: { message } }: Fresh,
  known: ContactName | undefined,
  receivedAt: Date,
): OutboxRow {
  const { account, item } = withName(addressed, known);
  const { id, conversationId, replyToId: replyTo, attachments } = message;
  const ids: StoredIds = { messageId: Number(id), conversationId, replyTo };
  return item.kind === 'message'
    ? toOutboxRow(messageReceived(account, item, attachments, ids, receivedAt))
    : toOutboxRow(messageSentElsewhere(account, item, attachments, ids, receivedAt));
}

/**
 * Locks and loads what messages of customers, and messages sent elsewhere, need, and decides what is written for them:
 * each once, with one event. Writes nothing but new people and conversations.
 */
export async function prepareMessages(
  { sql, now, mediaAddressOf, callOf }: ApplyTransaction,
  addressed: readonly AddressedMessage[],
): Promise<PreparedMessages> {
  const given = await joinRepliedChats(sql, addressed);
  const addressOf = (attachmentId: string): string => mediaAddressOf(attachmentId, now());
  const received = given.map(({ account, item }) => toNewMessage(account, item, addressOf));
  const woken: string[] = [];
  const found = await placeMessages(sql, received, (reported) => woken.push(...reported));
  const fresh = await withVotes(
    sql,
    found.flatMap((placed): Fresh[] => {
      const message = given[placed.position];
      return message ? [{ addressed: message, placed }] : [];
    }),
  );
  const names = await findNames(sql, namelessConversations(fresh));
  const receivedAt = now();
  const ratings = await findRatings(sql, fresh, receivedAt);
  const messages = fresh.map((one) => ({
    ...one.placed,
    addressed: one.addressed,
    event: toEvent(one, names.get(one.placed.conversation.id), receivedAt),
    consent: spokenConsent(one.addressed, one.placed.conversation.id),
    rating: ratings.get(one) ?? null,
  }));
  const changed = new Map(joinConversations(messages).map((conversation) => [conversation.id, conversation]));
  const reported = messages.flatMap(({ event, addressed: { account, item }, message, conversation, platform }) =>
    platform.isReported
      ? {
          direction: message.direction,
          account: accountRef(account),
          channel: account.channel,
          before: conversation,
          platform,
          event,
          call: callOf(item),
        }
      : [],
  );
  return {
    messages,
    repeated: given.length - messages.length,
    changed,
    platformRows: reportToPlatform(reported, changed),
    receivedAt,
    woken,
    isComplete: messages.every(
      ({ isAwaited, hasBot, consent, rating, addressed: { account } }) =>
        isAwaited === false && !hasBot && consent === null && rating === null && account.awayHours === null,
    ),
  };
}
