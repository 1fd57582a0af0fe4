import { at } from '@parley/common/at';
import { readRating } from '@parley/common/rating';
import type { Sql } from '@parley/database/sql';
import { type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { PlatformRow } from '@parley/messaging/outbox/platform-events';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import type { Addressed, AddressedMessage } from '../batch/addressed.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { accountRef } from '../batch/connected-account.rules.ts';
import { type ContactName, findNames } from '../people/contact.store.ts';
import { type SpokenConsent, spokenConsent } from '../people/spoken-consent.rules.ts';
import { messageReceived, messageSentElsewhere, type StoredIds } from './build-events.rules.ts';
import { joinConversations } from './decide-messages.rules.ts';
import { joinRepliedChat } from './join-replied-chat.rules.ts';
import { isHalfNamed, nameVotes } from './name-votes.rules.ts';
import { extraOf, toNewMessage } from './new-message.rules.ts';
import { type Placed, placeMessages } from './place-messages.steps.ts';
import { findPollOptions } from './poll.store.ts';
import { findOpenQuestions, type Rating } from './rating.store.ts';
import { findRepliedChats } from './replied-chat.store.ts';
import { reportToPlatform } from './report-to-platform.rules.ts';

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

/** The score of a message that may answer a question: in a resolved conversation of a tenant that asks. */
function scoreOf({ addressed: { account, item }, placed: { conversation } }: Fresh) {
  if (!account.asksRating || item.kind !== 'message' || conversation.status !== 'resolved') return null;
  return readRating({ text: item.text, choice: item.interactive?.id ?? null });
}

/**
 * The messages that answer a satisfaction question, each with its rating (docs/reference/console.md#satisfaction). Of
 * several in a conversation the first counts. Without a message that looks like an answer no statement is sent.
 */
async function findRatings<One extends Fresh>(sql: Sql, fresh: readonly One[], now: Date): Promise<Map<One, Rating>> {
  const scored = fresh.flatMap((one) => {
    const score = scoreOf(one);
    return score === null ? [] : { one, score, conversationId: one.placed.conversation.id };
  });
  if (scored.length === 0) return new Map();
  const open = await findOpenQuestions(sql, [...new Set(scored.map(({ conversationId }) => conversationId))], now);
  const ratings = new Map<One, Rating>();
  for (const { one, score, conversationId } of scored) {
    const id = open.get(conversationId);
    if (id === undefined) continue;
    open.delete(conversationId);
    ratings.set(one, { id, score, conversationId, messageId: one.placed.message.id });
  }
  return ratings;
}

const isWithoutChat = (message: AddressedMessage): message is Addressed<'message'> =>
  message.item.kind === 'message' && message.item.isInChatOfReplied === true;

/** Puts messages without a chat into the chat of the message that they answer; only these cost a statement. */
async function joinRepliedChats(sql: Sql, messages: readonly AddressedMessage[]): Promise<readonly AddressedMessage[]> {
  const open = messages.filter(isWithoutChat);
  if (open.length === 0) return messages;
  const chats = await findRepliedChats(
    sql,
    open.map(({ account, item }) => ({
      channelAccountId: account.id,
      providerMessageId: item.replyToProviderId ?? '',
    })),
  );
  const joined = new Map<AddressedMessage, AddressedMessage>();
  for (const [index, message] of open.entries()) {
    const chat = at(chats, index);
    if (chat) joined.set(message, { account: message.account, item: joinRepliedChat(message.item, chat) });
  }
  return messages.map((message) => joined.get(message) ?? message);
}
