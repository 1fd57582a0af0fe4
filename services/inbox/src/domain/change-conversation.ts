import type { CallContext } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import type { ConversationChange, ConversationFilter } from '@parley/common/contracts/operator/conversations';
import type { ChangedOne, Expected } from '@parley/common/contracts/operator/update-conversations';
import { type PlatformRow, toPlatformRow } from '@parley/messaging/outbox/platform-events';
import type { ConversationStatus } from '@parley/messaging/people/domain/conversation-facts';

/** A conversation that the transaction has locked, with the fields that members can change. */
export interface HeldConversation {
  id: number;
  tenantId: number;
  channel: Channel;
  status: ConversationStatus;
  assignee: string | null;
  bot: 'on' | 'paused';
  /** When a person's answer, or a bot itself, paused the bot; null: a member decided it. */
  botPausedAt: Date | null;
  unread: number;
  /** Whether a platform webhook gets the tenant's events. */
  isReported: boolean;
}

/** A conversation to be stored. */
export interface ChangedConversation {
  id: number;
  status: ConversationStatus;
  assignee: string | null;
  bot: 'on' | 'paused';
  botPausedAt: Date | null;
  /** Whether the bot epoch is incremented: a reply that a bot is generating is not sent. */
  raisesEpoch: boolean;
  /** Whether it changes from open to closed: its messages no longer wait for an answer. */
  closes: boolean;
}

/** The author of a change. */
export interface ChangedBy {
  type: 'operator' | 'member';
  id: string | null;
}

/** The signed-in member; or the operator, since the admin token names no person. */
export const authorOf = ({ member }: Pick<CallContext, 'member'>): ChangedBy =>
  member && member.role !== 'operator' ? { type: 'member', id: member.memberId } : { type: 'operator', id: null };

/** The writes and events of a change. */
export interface ChangeWrites {
  conversations: ChangedConversation[];
  platformRows: PlatformRow[];
}

/**
 * The conversation after a change; null when nothing changes. A pause that nobody decided ends with the conversation.
 */
function changeOne(held: HeldConversation, change: ConversationChange): ChangedConversation | null {
  const { status = held.status, assignee = held.assignee } = change;
  const closes = held.status === 'open' && status !== 'open';
  const bot = change.bot ?? (closes && held.botPausedAt !== null ? 'on' : held.bot);
  if (status === held.status && assignee === held.assignee && bot === held.bot) return null;
  return {
    id: held.id,
    status,
    assignee,
    bot,
    botPausedAt: bot === held.bot ? held.botPausedAt : null,
    raisesEpoch: status !== held.status || bot !== held.bot,
    closes,
  };
}

const reportStatus = (held: HeldConversation, status: ConversationStatus, by: ChangedBy, now: Date): PlatformRow =>
  toPlatformRow({
    type: 'conversation-status-updated',
    tenantId: held.tenantId,
    channel: held.channel,
    conversationId: held.id,
    createdAt: now,
    data: { conversation_id: held.id, status, previous_status: held.status, by, at: now.toISOString() },
  });

/**
 * Decides the writes of a change by members: a value that is already set is neither written nor reported, and a status
 * is reported once (docs/reference/platform-events.md#conversation-status-updated).
 */
export function changeConversations(
  held: readonly HeldConversation[],
  change: ConversationChange,
  { by, now }: { by: ChangedBy; now: Date },
): ChangeWrites {
  const writes: ChangeWrites = { conversations: [], platformRows: [] };
  for (const conversation of held) {
    const changed = changeOne(conversation, change);
    if (changed === null) continue;
    writes.conversations.push(changed);
    if (changed.status !== conversation.status && conversation.isReported)
      writes.platformRows.push(reportStatus(conversation, changed.status, by, now));
  }
  return writes;
}

/** Whether the conversation is assigned to this member; `none`: to nobody. */
const isAssigned = (held: HeldConversation, assignee: string): boolean =>
  held.assignee === (assignee === 'none' ? null : assignee);

/**
 * Whether a conversation still matches the filter that found it, now that it is locked: a customer may have
 * reopened it since. Its account, channel and person cannot change.
 */
export function isStillFound(held: HeldConversation, { status, assignee, unread }: ConversationFilter): boolean {
  if (status !== undefined && held.status !== status) return false;
  if (assignee !== undefined && !isAssigned(held, assignee)) return false;
  return unread === undefined || unread === held.unread > 0;
}

/** Whether a conversation is unchanged since the expected state; undefined expects nothing. */
export function isAsExpected(held: HeldConversation, expected: Expected | undefined): boolean {
  if (expected === undefined) return true;
  return held.status === expected.status && isAssigned(held, expected.assignee) && held.bot === expected.bot;
}

const decidedOf = ({ status, assignee, bot }: Pick<HeldConversation, 'status' | 'assignee' | 'bot'>) => ({
  status,
  assignee,
  bot,
});

/** The members' decisions on the changed conversations, before and after. */
export function changedOnes(held: readonly HeldConversation[], { conversations }: ChangeWrites): ChangedOne[] {
  const before = new Map(held.map((conversation) => [conversation.id, conversation]));
  return conversations.map((after) => ({
    id: after.id,
    before: decidedOf(before.get(after.id) ?? after),
    after: decidedOf(after),
  }));
}
