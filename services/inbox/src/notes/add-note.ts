import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { addNote as contract } from '@parley/common/contracts/console/notes';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { InboxService } from '../service.ts';
import { checkMentions } from './check-mentions.steps.ts';
import { mentionFacts, newlyMentioned, toNoteView } from './note.rules.ts';
import { addMentions, findNoteOfDraft, holdConversation, insertNote } from './note.store.ts';

/**
 * Stores a note and notifies the members that it mentions (docs/reference/console.md#notes). A draft that is sent again
 * is the same note. Errors: unknown_conversation, unknown_member.
 */
export const addNote = verb(
  contract,
  async ({ database, bus, now }: InboxService, { id: conversationId, key: draftKey, text, mentions }, context) => {
    const tenantId = tenantIdOf(context);
    const { memberId } = memberOf(context);
    const draft = { tenantId, conversationId, draftKey };
    const note = await database.transaction(async (sql) => {
      const conversation = await holdConversation(sql, tenantId, conversationId);
      if (!conversation) throw new AppError('unknown_conversation');
      const mentioned = await checkMentions(sql, tenantId, mentions);
      const createdAt = now();
      const noteId = makeId('nte', createdAt.getTime());
      const afterMessageId = conversation.newestId;
      const noteRow = await insertNote(sql, { ...draft, noteId, memberId, afterMessageId, text, createdAt });
      if (noteRow !== null) await addMentions(sql, { tenantId, noteRow }, mentioned);
      const stored = await findNoteOfDraft(sql, draft);
      if (!stored) throw new Error('The note that was just stored is gone.');
      const told = noteRow === null ? [] : newlyMentioned([], mentioned, stored.author);
      await writeFacts(sql, mentionFacts(tenantId, stored, { mentioned: told, at: createdAt }));
      return stored;
    });
    tellInboxChanged(bus, [tenantId]);
    return toNoteView(note);
  },
);
