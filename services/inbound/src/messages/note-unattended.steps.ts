import { BusinessHours } from '@parley/common/contracts/console/workspace-settings';
import type { Sql } from '@parley/database/sql';
import { isAnswerable } from '@parley/messaging/bots/decide-openings';
import { markMachines } from '@parley/messaging/bots/mark-machines';
import { endedBefore } from '@parley/messaging/weekly-hours';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import { type UnattendedMessage, writeUnattended } from './away.store.ts';
import type { PreparedMessage } from './prepare-messages.steps.ts';

/** More than the workspaces that have an away message at once. */
const HOURS_KEPT = 1000;

/** The schema of a time zone makes a formatter, so the hours of a workspace are parsed once and not for each message. */
const parseHours = memoizeBounded((stored) => BusinessHours.parse(JSON.parse(stored)), HOURS_KEPT);

/** A customer's message outside of the business hours, with its author; empty for groups and threads of other apps. */
function unattended({ addressed: { account, item }, message }: PreparedMessage, now: Date) {
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
export async function noteUnattended(sql: Sql, fresh: readonly PreparedMessage[], now: Date): Promise<void> {
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
