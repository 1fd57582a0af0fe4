/** A surviving conversation, and the conversations of the same account that turned out to have the same person. */
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

/** A turn that continues in the surviving conversation. */
export interface MergedTurn {
  id: string;
  survivorId: number;
  /** The newest message that waits for an answer. */
  triggerMessageId: string;
  /** The conversations whose messages it also answers. */
  mergedIds: number[];
}

/** The result for open turns. */
export interface TurnMerge {
  moved: MergedTurn[];
  /** Turns whose messages another turn answers. */
  ended: string[];
}

const newest = (turns: readonly MergingTurn[]): MergingTurn | undefined =>
  turns.toSorted((a, b) => (BigInt(a.triggerMessageId) < BigInt(b.triggerMessageId) ? 1 : -1))[0];

/**
 * Decides how open turns continue when conversations are merged (docs/reference/bots.md#when-a-bot-answers): one turn,
 * in the surviving conversation, for everything that waits for an answer.
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
