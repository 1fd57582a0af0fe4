import { type ConversationFacts, latest } from './conversation-facts.ts';

/** The conversation of an account that is kept: the kept contact's own, otherwise the oldest. */
function findSurvivor(
  conversations: readonly ConversationFacts[],
  keptContactId: number,
): ConversationFacts | undefined {
  const byAge = [...conversations].sort((a, b) => a.id - b.id);
  return byAge.find(({ contactId }) => contactId === keptContactId) ?? byAge[0];
}

/**
 * Merges bot states: a pause is a decision, 'on' is only the default. Of two pauses the longer one wins: a pause
 * without an end, otherwise the one that ends later.
 */
function mergePauses(one: ConversationFacts, other: ConversationFacts): Pick<ConversationFacts, 'bot' | 'botPausedAt'> {
  const paused = [one, other].filter(({ bot }) => bot === 'paused').map(({ botPausedAt }) => botPausedAt);
  if (paused.length === 0) return { bot: 'on', botPausedAt: null };
  return { bot: 'paused', botPausedAt: paused.includes(null) ? null : paused.reduce(latest, null) };
}

/** Completes the survivor with the values of the others. Each keeps its messages, and so its unread count. */
const absorb = (survivor: ConversationFacts, other: ConversationFacts): ConversationFacts => ({
  ...survivor,
  lastInboundAt: latest(survivor.lastInboundAt, other.lastInboundAt),
  providerThreadId: survivor.providerThreadId ?? other.providerThreadId,
  deliveredUntil: latest(survivor.deliveredUntil, other.deliveredUntil),
  readUntil: latest(survivor.readUntil, other.readUntil),
  assignee: survivor.assignee ?? other.assignee,
  // Not snoozed if one of them is not.
  isSnoozed: survivor.isSnoozed && (other.isSnoozed || other.status !== 'open'),
  ...mergePauses(survivor, other),
});

/**
 * Merges the conversations of contacts that are one person: for each account one conversation continues, under the kept
 * contact. The others keep their messages. Returns the conversations that continue.
 */
export function mergeConversations(
  keptContactId: number,
  conversations: readonly ConversationFacts[],
): ConversationFacts[] {
  const accounts = [...new Set(conversations.map(({ channelAccountId }) => channelAccountId))];
  return accounts.flatMap((account) => {
    const ofAccount = conversations.filter(({ channelAccountId }) => channelAccountId === account);
    const survivor = findSurvivor(ofAccount, keptContactId);
    if (!survivor) return [];
    const others = ofAccount.filter(({ id }) => id !== survivor.id).sort((a, b) => a.id - b.id);
    return { ...others.reduce(absorb, survivor), contactId: keptContactId };
  });
}
