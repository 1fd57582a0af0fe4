import { BusinessHours } from '@parley/common/contracts/console/workspace-settings';
import { readRating } from '@parley/common/messages/rating';
import type { Sql } from '@parley/database/sql';
import { isAnswerable } from '@parley/messaging/bots/decide-openings';
import { markMachines } from '@parley/messaging/bots/mark-machines';
import { openTurns, type WrittenMessage } from '@parley/messaging/bots/open-turns';
import { raiseEpoch } from '@parley/messaging/bots/raise-epoch';
import { endedBefore } from '@parley/messaging/weekly-hours';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import type { InboundMessage, PlacedInbound, Rating } from './message.rules.ts';
import { findOpenQuestions, type UnattendedMessage, writeUnattended } from './message-effects.store.ts';

/** More than the workspaces that have an away message at once. */
const HOURS_KEPT = 1000;

/** The schema of a time zone makes a formatter, so the hours of a workspace are parsed once and not for each message. */
const parseHours = memoizeBounded((stored) => BusinessHours.parse(JSON.parse(stored)), HOURS_KEPT);

/** A customer's message outside of the business hours, with its author; empty for groups and threads of other apps. */
function unattended({ account, item, message }: InboundMessage, now: Date) {
  const { channel, tenantId, awayHours } = account;
  if (awayHours === null || item.kind !== 'message' || item.isStandby || item.group || item.chat) return [];
  const closedAt = endedBefore(parseHours(awayHours), now);
  if (closedAt === null) return [];
  const author = {
    channel,
    addresses: [item.from.address, ...item.from.aliases],
    isFromBot: item.isFromBot === true,
    writtenAt: item.at,
  };
  return [{ ...author, conversationId: message.conversationId, tenantId, messageId: message.id, closedAt }];
}

/**
 * Notes customers' messages that arrive outside of the business hours, in the transaction that stores them
 * (docs/reference/console.md#business-hours). Does nothing when the tenant has no away message.
 */
export async function noteUnattended(sql: Sql, fresh: readonly InboundMessage[], now: Date): Promise<void> {
  const messages = fresh.flatMap((one) => unattended(one, now));
  if (messages.length === 0) return;
  const newest = new Map<number, UnattendedMessage>();
  for (const { isMachine, writtenAt, conversationId, tenantId, messageId, closedAt } of await markMachines(
    sql,
    messages,
  ))
    if (isAnswerable({ isMachine, writtenAt }, now))
      newest.set(conversationId, { conversationId, tenantId, messageId, closedAt });
  await writeUnattended(sql, [...newest.values()], now);
}

/** A customer's message in the form that bots need; empty when another app handles the thread. */
function writtenOf({ account, item, message }: InboundMessage): WrittenMessage[] {
  if (item.kind !== 'message' || item.isStandby) return [];
  return [
    {
      tenantId: account.tenantId,
      conversationId: message.conversationId,
      channelAccountId: account.id,
      messageId: message.id,
      text: item.text,
      writtenAt: item.at,
      isGroup: item.group !== undefined || item.chat !== undefined,
      channel: account.channel,
      addresses: [item.from.address, ...item.from.aliases],
      isFromBot: item.isFromBot === true,
    },
  ];
}

/**
 * A customer's message opens a turn of the bot that answers it; a message that a person sent elsewhere pauses bots
 * (docs/reference/bots.md#when-a-bot-answers). Does nothing when the tenant has no bot.
 */
export async function updateBotTurns(sql: Sql, fresh: readonly InboundMessage[], now: Date): Promise<void> {
  const concerned = fresh.filter(({ hasBot }) => hasBot);
  if (concerned.length === 0) return;
  // In standby the state of the thread keeps bots silent, until it comes back.
  const answered = concerned.filter(({ item }) => item.kind === 'echo' && !item.isStandby);
  await raiseEpoch(
    sql,
    [...new Set(answered.map(({ conversation }) => conversation.id))].map((conversationId) => ({
      conversationId,
      isByApi: false,
      at: now,
    })),
  );
  await openTurns(sql, concerned.flatMap(writtenOf), now);
}

/** The score of a message that may answer a question: in a resolved conversation of a tenant that asks. */
function scoreOf({ account, item, conversation }: PlacedInbound) {
  if (!account.asksRating || item.kind !== 'message' || conversation.status !== 'resolved') return null;
  return readRating({ text: item.text, choice: item.interactive?.id ?? null });
}

/**
 * The ratings of the messages that answer a satisfaction question, by the message's id
 * (docs/reference/console.md#satisfaction). Of several in a conversation the first counts. Without a message that looks
 * like an answer no statement is sent.
 */
export async function findRatings(
  sql: Sql,
  placed: readonly PlacedInbound[],
  now: Date,
): Promise<ReadonlyMap<string, Rating>> {
  const scored = placed.flatMap((one) => {
    const score = scoreOf(one);
    return score === null ? [] : { score, conversationId: one.conversation.id, messageId: one.message.id };
  });
  if (scored.length === 0) return new Map();
  const open = await findOpenQuestions(sql, [...new Set(scored.map(({ conversationId }) => conversationId))], now);
  const ratings = new Map<string, Rating>();
  for (const answer of scored) {
    const id = open.get(answer.conversationId);
    if (id === undefined) continue;
    open.delete(answer.conversationId);
    ratings.set(answer.messageId, { id, ...answer });
  }
  return ratings;
}
