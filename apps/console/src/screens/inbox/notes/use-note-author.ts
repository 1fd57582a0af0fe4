import { useTexts } from '../../../i18n/language-context.tsx';
import { useSession } from '../../../shell/session/session-context.tsx';
import { notesTexts } from '../../../texts/conversation.ts';
import type { Note } from './note.ts';

/** The author of a note, and whether it is the reader. */
export function useNoteAuthor({ author }: Pick<Note, 'author'>): { name: string; fullName: string; isOwn: boolean } {
  const t = useTexts(notesTexts);
  const { member } = useSession();
  const isOwn = (author?.id ?? null) === (member?.id ?? null);
  const fullName = author?.name ?? t('operator');
  return { name: isOwn ? t('me') : fullName, fullName, isOwn };
}
