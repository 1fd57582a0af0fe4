import type { NewFact } from '@parley/messaging/notify/write-facts';
import type { Colleague, StoredNote } from './note.ts';

/** What tells members that a note mentions them: once for a note, whatever is edited. It has none of the note's text. */
export const mentionFacts = (
  tenantId: number,
  { noteId, conversationId, channel, author }: StoredNote,
  { mentioned, at }: { mentioned: readonly Colleague[]; at: Date },
): NewFact[] =>
  mentioned.map(({ memberId }) => ({
    tenantId,
    kind: 'mention',
    subject: memberId,
    period: noteId,
    data: { conversation_id: conversationId, channel, member_id: memberId, by: author?.name ?? '' },
    happenedAt: at,
  }));
