import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { updateNote as contract } from '@parley/common/contracts/console/notes';
import { AppError } from '@parley/common/errors';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { InboxService } from '../service.ts';
import { checkMentions } from './check-mentions.steps.ts';
import { checkAuthor, mentionFacts, newlyMentioned, toNoteView } from './note.rules.ts';
import { addMentions, lockNote, removeMentions, saveNote } from './note.store.ts';

/**
 * Replaces the text and the mentions of the caller's own note. A member who is still mentioned is not notified again.
 * Errors: unknown_note, unknown_member, permission_denied.
 */
export const updateNote = verb(
  contract,
  async ({ database, bus, now }: InboxService, { id: noteId, text, mentions }, context) => {
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
  },
);
