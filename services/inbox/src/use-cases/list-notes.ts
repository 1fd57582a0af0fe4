import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { listNotes as contract } from '@parley/common/contracts/console/notes';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { defineCursor } from '@parley/database/list-cursor';
import { toNoteView } from '../domain/note.ts';
import type { InboxService } from '../service.ts';
import { hasConversation } from '../storage/conversation-store.ts';
import { findNotes } from '../storage/note-store.ts';

const NOTES = defineCursor('note', { id: 'int4' });

/** Newest first. Errors: unknown_conversation, invalid_cursor. */
export async function listNotes(
  { database }: InboxService,
  { id: conversationId, limit, cursor }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const before = NOTES.read(cursor)?.id ?? null;
  const tenantId = tenantIdOf(context);
  if (!(await hasConversation(database, tenantId, conversationId))) throw new AppError('unknown_conversation');
  const notes = await findNotes(database, { tenantId, conversationId }, { before, count: limit + 1 });
  return NOTES.pageOf(notes, limit, toNoteView, ({ id }) => ({ id }));
}
