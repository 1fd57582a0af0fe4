import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { deleteNote as contract } from '@parley/common/contracts/console/notes';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { checkAuthor } from '../domain/note.ts';
import type { InboxService } from '../service.ts';
import { deleteNoteRow, lockNote } from '../storage/note-store.ts';

/** Deletes the caller's own note, with its mentions. Errors: unknown_note, permission_denied. */
export async function deleteNote(
  { database, bus }: InboxService,
  { id: noteId }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  await database.prismaTransaction(async ({ sql, prisma }) => {
    const note = await lockNote(sql, tenantId, noteId);
    if (!note) throw new AppError('unknown_note');
    checkAuthor(note, memberOf(context));
    await deleteNoteRow(prisma, note.id);
  });
  tellInboxChanged(bus, [tenantId]);
  return { ok: true };
}
