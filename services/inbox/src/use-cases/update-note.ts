import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { updateNote as contract } from '@parley/common/contracts/console/notes';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import { mentionFacts } from '../domain/mention-facts.ts';
import { checkAuthor, newlyMentioned, toNoteView } from '../domain/note.ts';
import type { InboxService } from '../service.ts';
import { addMentions, lockNote, removeMentions, saveNote } from '../storage/note-store.ts';
import { checkMentions } from './check-mentions.ts';

/**
 * Replaces the text and the mentions of the caller's own note. Mentions that stay are not told again. Errors:
 * unknown_note, unknown_member, permission_denied.
 */
export async function updateNote(
  { database, bus, now }: InboxService,
  { id: noteId, text, mentions }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  const note = await database.prismaTransaction(async ({ sql, prisma }) => {
    const before = await lockNote(sql, tenantId, noteId);
    if (!before) throw new AppError('unknown_note');
    checkAuthor(before, memberOf(context));
    const kept = before.mentions.filter(({ memberId }) => mentions.includes(memberId));
    const keptIds = kept.map(({ memberId }) => memberId);
    // A member who was removed since stays mentioned.
    const added = await checkMentions(
      sql,
      tenantId,
      mentions.filter((id) => !keptIds.includes(id)),
    );
    const gone = before.mentions.map(({ memberId }) => memberId).filter((id) => !keptIds.includes(id));
    if (text === before.text && added.length === 0 && gone.length === 0) return before;
    const editedAt = now();
    await saveNote(prisma, before.id, { text, editedAt });
    await removeMentions(prisma, before.id, gone);
    await addMentions(sql, { tenantId, noteRow: before.id }, added);
    const mentioned = newlyMentioned(before.mentions, added, before.author);
    await writeFacts(sql, mentionFacts(tenantId, before, { mentioned, at: editedAt }));
    return { ...before, text, editedAt, mentions: [...kept, ...added] };
  });
  tellInboxChanged(bus, [tenantId]);
  return toNoteView(note);
}
