import { type ConversationFacts, latest } from './conversation-facts.ts';

/** The one that stays of an account: the kept contact's own, else the oldest. */
function findSurvivor(
  conversations: readonly ConversationFacts[],
  keptContactId: number,
): ConversationFacts | undefined {
  const byAge = [...conversations].sort((a, b) => a.id - b.id);
  return byAge.find(({ contactId }) => contactId === keptContactId) ?? byAge[0];
}

/** What the survivor knows, completed by what the others know. */
const absorb = (survivor: ConversationFacts, other: ConversationFacts): ConversationFacts => ({
  ...survivor,
  lastInboundAt: latest(survivor.lastInboundAt, other.lastInboundAt),
  providerThreadId: survivor.providerThreadId ?? other.providerThreadId,
  deliveredUntil: latest(survivor.deliveredUntil, other.deliveredUntil),
  readUntil: latest(survivor.readUntil, other.readUntil),
});

/**
 * Several contacts are one person: per account one conversation goes on, under the kept contact. The others stay where they
 * are, with the messages that they hold. Returns the conversations that go on.
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
