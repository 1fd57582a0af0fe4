/** A conversation that goes on, and those of the same account whose person turned out to be the same. */
export interface MergedConversation {
  survivorId: number;
  mergedIds: readonly number[];
}

/** An open turn in one of them. */
export interface MergingTurn {
  id: string;
  conversationId: number;
  triggerMessageId: string;
}

/** A turn that goes on in the surviving conversation. */
export interface MergedTurn {
  id: string;
  survivorId: number;
  /** The newest of all messages that wait for an answer. */
  triggerMessageId: string;
  /** Where the messages stay that it answers too. */
  mergedIds: number[];
}

/** What becomes of open turns. */
export interface TurnMerge {
  moved: MergedTurn[];
  /** Turns whose messages are answered by another one. */
  ended: string[];
}

const newest = (turns: readonly MergingTurn[]): MergingTurn | undefined =>
  turns.toSorted((a, b) => (BigInt(a.triggerMessageId) < BigInt(b.triggerMessageId) ? 1 : -1))[0];

/**
 * Decides how open turns go on when conversations become one (docs/reference/bots.md#when-a-bot-answers): one of them, in the conversation that
 * survives, for everything that waits for an answer.
 */
export function decideMergedTurns(
  conversations: readonly MergedConversation[],
  turns: readonly MergingTurn[],
): TurnMerge {
  const merge: TurnMerge = { moved: [], ended: [] };
  for (const { survivorId, mergedIds } of conversations) {
    const elsewhere = turns.filter(({ conversationId }) => mergedIds.includes(conversationId));
    const own = turns.find(({ conversationId }) => conversationId === survivorId);
    const last = newest(own ? [own, ...elsewhere] : elsewhere);
    const kept = own ?? last;
    if (elsewhere.length === 0 || !kept || !last) continue;
    merge.moved.push({
      id: kept.id,
      survivorId,
      triggerMessageId: last.triggerMessageId,
      mergedIds: elsewhere.map(({ conversationId }) => conversationId),
    });
    merge.ended.push(...elsewhere.filter(({ id }) => id !== kept.id).map(({ id }) => id));
  }
  return merge;
}
