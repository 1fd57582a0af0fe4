import { type CallContext, isOperator } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import type { CHANGE_KINDS } from '@parley/common/contracts/console/conversation-changes';
import type { ConversationChange, ConversationFilter } from '@parley/common/contracts/operator/conversations';
import type { ChangedOne, Expected } from '@parley/common/contracts/operator/update-conversations';
import { type PlatformRow, toPlatformRow } from '@parley/messaging/outbox/platform-events';
import type { ConversationStatus } from '@parley/messaging/people/domain/conversation-facts';
import { type HeldTeam, makeTurns, type Turns } from '../teams/team.rules.ts';
import { isSameSnooze, type Snooze, showSnooze } from './snooze.rules.ts';

/** A change of members whose times were checked, with its team, which the transaction has locked. */
export type CheckedChange = Omit<ConversationChange, 'snooze' | 'team'> & {
  snooze?: Snooze | null | undefined;
  team?: HeldTeam | null | undefined;
};

/** The team of a conversation. */
type TeamOf = Pick<HeldTeam, 'row' | 'teamId' | 'name'>;

/** A conversation that the transaction has locked, with the fields that members can change. */
export interface HeldConversation {
  id: number;
  tenantId: number;
  channel: Channel;
  status: ConversationStatus;
  snooze: Snooze | null;
  assignee: string | null;
  team: TeamOf | null;
  bot: 'on' | 'paused';
  /** When a person's answer, or a bot itself, paused the bot; null: a member decided it. */
  botPausedAt: Date | null;
  /** Ids of its labels, the oldest label first. */
  labels: readonly string[];
  unread: number;
  /** Whether a platform webhook gets the tenant's events. */
  isReported: boolean;
}

/** A conversation to be stored. */
interface ChangedConversation {
  id: number;
  status: ConversationStatus;
  snooze: Snooze | null;
  assignee: string | null;
  team: TeamOf | null;
  bot: 'on' | 'paused';
  botPausedAt: Date | null;
  labels: readonly string[];
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
  member && !isOperator(member) ? { type: 'member', id: member.memberId } : { type: 'operator', id: null };

interface LabelOf {
  id: number;
  labelId: string;
}

/** The writes and events of a change. */
export interface ChangeWrites {
  conversations: ChangedConversation[];
  labels: { added: LabelOf[]; removed: LabelOf[] };
  shown: ShownChange[];
  /** The team whose turns went on, with the member whose turn was the last. */
  turn: { team: HeldTeam; last: number | null } | null;
  platformRows: PlatformRow[];
}

const labelsAfter = (
  labels: readonly string[],
  { addLabels = [], removeLabels = [] }: CheckedChange,
): readonly string[] => [...new Set([...labels, ...addLabels])].filter((id) => !removeLabels.includes(id));

/** The labels that one list has and the other has not. */
const missingIn = (id: number, labels: readonly string[], other: readonly string[]): LabelOf[] =>
  labels.filter((labelId) => !other.includes(labelId)).map((labelId) => ({ id, labelId }));

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/** The snooze after a change: a closed conversation has none, and opening one ends it. */
function snoozeAfter(
  held: HeldConversation,
  status: ConversationStatus,
  { status: wanted, snooze }: CheckedChange,
): Snooze | null {
  if (status !== 'open') return null;
  if (snooze !== undefined) return snooze;
  return wanted === 'open' ? null : held.snooze;
}

/**
 * The assignee after a change. A team gets a conversation with an assignee of its own: one who is not in it is removed,
 * and with turns the next one follows.
 */
function assigneeAfter(held: HeldConversation, { assignee, team }: CheckedChange, turns: Turns | null): string | null {
  if (assignee !== undefined) return assignee;
  if (!team || team.members.some(({ memberId }) => memberId === held.assignee)) return held.assignee;
  return turns?.next() ?? null;
}

/**
 * The conversation after a change; null when nothing changes. A snooze opens the conversation. A bot's automatic pause
 * ends with the conversation.
 */
function changeOne(held: HeldConversation, change: CheckedChange, turns: Turns | null): ChangedConversation | null {
  const { status = change.snooze ? 'open' : held.status, team = held.team } = change;
  const assignee = assigneeAfter(held, change, turns);
  const snooze = snoozeAfter(held, status, change);
  const closes = held.status === 'open' && status !== 'open';
  const bot = change.bot ?? (closes && held.botPausedAt !== null ? 'on' : held.bot);
  const labels = labelsAfter(held.labels, change);
  const isSame =
    status === held.status &&
    isSameSnooze(snooze, held.snooze) &&
    assignee === held.assignee &&
    team?.row === held.team?.row &&
    bot === held.bot &&
    areSame(labels, held.labels);
  if (isSame) return null;
  return {
    id: held.id,
    status,
    snooze,
    assignee,
    team,
    bot,
    botPausedAt: bot === held.bot ? held.botPausedAt : null,
    labels,
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
  change: CheckedChange,
  { by, now }: { by: ChangedBy; now: Date },
): ChangeWrites {
  const writes: ChangeWrites = {
    conversations: [],
    labels: { added: [], removed: [] },
    shown: [],
    turn: null,
    platformRows: [],
  };
  const turns = change.team?.byTurns ? makeTurns(change.team) : null;
  const isTurn = turns !== null && change.assignee === undefined;
  for (const conversation of held) {
    const changed = changeOne(conversation, change, turns);
    if (changed === null) continue;
    writes.conversations.push(changed);
    writes.shown.push(...shownChanges(conversation, changed, { by, now, isTurn }));
    writes.labels.added.push(...missingIn(changed.id, changed.labels, conversation.labels));
    writes.labels.removed.push(...missingIn(changed.id, conversation.labels, changed.labels));
    if (changed.status !== conversation.status && conversation.isReported)
      writes.platformRows.push(reportStatus(conversation, changed.status, by, now));
  }
  if (change.team && turns && turns.last() !== change.team.lastTurn)
    writes.turn = { team: change.team, last: turns.last() };
  return writes;
}

/** Whether the conversation is assigned to this member; `none`: to no one. */
const isAssigned = (held: HeldConversation, assignee: string): boolean =>
  held.assignee === (assignee === 'none' ? null : assignee);

const filteredStatusOf = ({ status, snooze }: HeldConversation) => (snooze === null ? status : 'snoozed');

/**
 * Whether a conversation still matches the filter that found it, now that it is locked: a customer may have
 * reopened it since. Its account, channel and person cannot change.
 */
export function isStillFound(held: HeldConversation, { status, assignee, unread, label }: ConversationFilter): boolean {
  if (status !== undefined && filteredStatusOf(held) !== status) return false;
  if (label !== undefined && !held.labels.includes(label)) return false;
  if (assignee !== undefined && !isAssigned(held, assignee) && held.team?.teamId !== assignee) return false;
  return unread === undefined || unread === held.unread > 0;
}

/** Whether a conversation is unchanged since the expected state; undefined expects nothing. */
export function isAsExpected(held: HeldConversation, expected: Expected | undefined): boolean {
  if (expected === undefined) return true;
  return held.status === expected.status && isAssigned(held, expected.assignee) && held.bot === expected.bot;
}

const decidedOf = ({
  status,
  assignee,
  team,
  bot,
  snooze,
  labels,
}: Pick<HeldConversation, 'status' | 'assignee' | 'team' | 'bot' | 'snooze' | 'labels'>) => ({
  status,
  assignee,
  team: team?.teamId ?? null,
  bot,
  snoozed: showSnooze(snooze),
  labels: [...labels],
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

/** A change of a conversation that its thread shows. */
export interface ShownChange {
  conversationId: number;
  kind: (typeof CHANGE_KINDS)[number];
  memberId: string | null;
  value: string | null;
  at: Date;
}

/** The values of a conversation whose changes are shown. */
interface Shown {
  status: ConversationStatus;
  snooze: Snooze | null;
  assignee: string | null;
  team: { row: number; name: string } | null;
}

/**
 * The changes to show of one conversation. `isTurn`: the turns of its team chose the assignee, not the member. A snooze that
 * ends because it was closed is none of its own.
 */
function shownChanges(
  held: Shown,
  changed: Shown & { id: number },
  { by, now, isTurn }: { by: { id: string | null }; now: Date; isTurn: boolean },
): ShownChange[] {
  const { id: conversationId, status, assignee, team, snooze } = changed;
  const one = { conversationId, memberId: by.id, at: now };
  const changes: ShownChange[] = [];
  if (team?.row !== held.team?.row) changes.push({ ...one, kind: 'team', value: team?.name ?? null });
  if (assignee !== held.assignee)
    changes.push({ ...one, kind: isTurn && assignee !== null ? 'rotated' : 'assigned', value: assignee });
  if (status !== held.status) changes.push({ ...one, kind: 'status', value: status });
  if (isSameSnooze(snooze, held.snooze)) return changes;
  if (snooze !== null) changes.push({ ...one, kind: 'snoozed', value: snooze.until?.toISOString() ?? null });
  else if (status === 'open') changes.push({ ...one, kind: 'woken', value: null });
  return changes;
}
