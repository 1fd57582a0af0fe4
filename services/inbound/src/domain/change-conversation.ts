import type { Channel } from '@parley/common/channels';
import type {
  ChangedOne,
  ConversationChange,
  ConversationFilter,
  Expected,
} from '@parley/common/contracts/operator/conversations';
import { type PlatformRow, toPlatformRow } from '@parley/messaging/outbox/platform-events';
import type { ConversationStatus } from '@parley/messaging/people/domain/conversation-facts';

/** A conversation that its transaction has locked, as people of the workspace change it. */
export interface HeldConversation {
  id: number;
  tenantId: number;
  channel: Channel;
  status: ConversationStatus;
  assignee: string | null;
  bot: 'on' | 'paused';
  /** When a person's answer, or a bot itself, paused it; null: somebody decided it. */
  botPausedAt: Date | null;
  unread: number;
  /** Whether a platform webhook gets the tenant's events. */
  isReported: boolean;
}

/** A conversation as it is to be stored. */
export interface ChangedConversation {
  id: number;
  status: ConversationStatus;
  assignee: string | null;
  bot: 'on' | 'paused';
  botPausedAt: Date | null;
  /** A reply that a bot is making is not sent any more. */
  raisesEpoch: boolean;
  /** It was open and is not any more: nobody waits for an answer to what it holds. */
  closes: boolean;
}

/** Who changes conversations. */
export interface ChangedBy {
  type: 'operator' | 'member';
  id: string | null;
}

/** What is to be written of a change, and reported of it. */
export interface ChangeWrites {
  conversations: ChangedConversation[];
  platformRows: PlatformRow[];
}

/** The conversation after a change; null where it holds already. A pause that nobody decided ends with the conversation. */
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
 * Decides what a change of people of the workspace writes: what already holds is neither written nor reported, and a status is reported
 * once (docs/reference/platform-events.md#conversation-status-updated).
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

/** Whether it is this member's; `none`: nobody's. */
const isAssigned = (held: HeldConversation, assignee: string): boolean =>
  held.assignee === (assignee === 'none' ? null : assignee);

/**
 * Whether a conversation that a filter has found still is what the filter asks for, now that it is locked: a customer may have
 * opened it since. Its account, channel and person stay.
 */
export function isStillFound(held: HeldConversation, { status, assignee, unread }: ConversationFilter): boolean {
  if (status !== undefined && held.status !== status) return false;
  if (assignee !== undefined && !isAssigned(held, assignee)) return false;
  return unread === undefined || unread === held.unread > 0;
}

/** Whether nobody has changed a conversation since it was like this; undefined: whatever it is. */
export function isAsExpected(held: HeldConversation, expected: Expected | undefined): boolean {
  if (expected === undefined) return true;
  return held.status === expected.status && isAssigned(held, expected.assignee) && held.bot === expected.bot;
}

const decidedOf = ({ status, assignee, bot }: Pick<HeldConversation, 'status' | 'assignee' | 'bot'>) => ({
  status,
  assignee,
  bot,
});

/** What people decide about the changed conversations, before and after. */
export function changedOnes(held: readonly HeldConversation[], { conversations }: ChangeWrites): ChangedOne[] {
  const before = new Map(held.map((conversation) => [conversation.id, conversation]));
  return conversations.map((after) => ({
    id: after.id,
    before: decidedOf(before.get(after.id) ?? after),
    after: decidedOf(after),
  }));
}
