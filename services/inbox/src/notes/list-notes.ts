import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listNotes as contract } from '@parley/common/contracts/console/notes';
import { AppError } from '@parley/common/errors';
import { defineCursor } from '@parley/database/statements/list-cursor';
import { hasConversation } from '../conversations/message.store.ts';
import type { InboxService } from '../service.ts';
import { toNoteView } from './note.rules.ts';
import { findNotes } from './note.store.ts';

const NOTES = defineCursor('note', { id: 'int4' });

/** Newest first. Errors: unknown_conversation, invalid_cursor. */
export const listNotes = verb(
  contract,
  async ({ database }: InboxService, { id: conversationId, limit, cursor }, context) => {
    const before = NOTES.read(cursor)?.id ?? null;
    const tenantId = tenantIdOf(context);
    if (!(await hasConversation(database, tenantId, conversationId))) throw new AppError('unknown_conversation');
    const notes = await findNotes(database, { tenantId, conversationId }, { before, count: limit + 1 });
    return NOTES.pageOf(notes, limit, toNoteView, ({ id }) => ({ id }));
  },
);
