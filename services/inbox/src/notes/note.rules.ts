import type { MemberCaller } from '@parley/common/call-context';
import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import type { NoteView } from '@parley/common/contracts/console/notes';
import { AppError } from '@parley/common/errors';
import { hasWords } from '@parley/common/text/words-of';
import type { NewFact } from '@parley/messaging/notify/write-facts';

/** A member, as notes name them. */
export interface Colleague {
  memberId: string;
  name: string;
}

/** A note as it is stored. */
export interface StoredNote {
  id: number;
  noteId: string;
  conversationId: number;
  channel: Channel;
  /** Null: the operator. */
  author: Colleague | null;
  text: string;
  mentions: Colleague[];
  afterMessageId: string;
  createdAt: Date;
  editedAt: Date | null;
}

const toColleagueView = ({ memberId, name }: Colleague) => ({ id: memberId, name });

export const toAuthorView = (author: Colleague | null) => author && toColleagueView(author);

export const toNoteView = (note: StoredNote): Camel<NoteView> => ({
  id: note.noteId,
  author: toAuthorView(note.author),
  text: note.text,
  mentions: note.mentions.map(toColleagueView),
  afterMessageId: note.afterMessageId,
  createdAt: note.createdAt.toISOString(),
  editedAt: note.editedAt?.toISOString() ?? null,
});

/** Only its author changes a note; the admin token those of the operator. Errors: permission_denied. */
export function checkAuthor(
  { author }: Pick<StoredNote, 'author'>,
  { memberId }: Pick<MemberCaller, 'memberId'>,
): void {
  if ((author?.memberId ?? null) !== memberId)
    throw new AppError('permission_denied', { message: 'Only its author can change or delete a note.' });
}

/** The members that a note mentions now and did not mention before, without its author. */
export const newlyMentioned = (
  before: readonly Colleague[],
  after: readonly Colleague[],
  author: Colleague | null,
): Colleague[] => {
  const known = new Set([...before.map(({ memberId }) => memberId), author?.memberId]);
  return after.filter(({ memberId }) => !known.has(memberId));
};

/**
 * Facts that notify members of a mention in a note: once a note, whatever is edited. They have none of the note's text.
 */
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

/** Those whose name is sought, without the reader. */
export const pickColleagues = <C extends Colleague>(
  colleagues: readonly C[],
  { sought, reader }: { sought: readonly string[]; reader: string | null },
): C[] => colleagues.filter(({ memberId, name }) => memberId !== reader && hasWords(name, sought));
