import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { deleteNote as contract } from '@parley/common/contracts/console/notes';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { checkAuthor } from './note.rules.ts';
import { deleteNoteRow, lockNote } from './note.store.ts';

/** Deletes the caller's own note, with its mentions. Errors: unknown_note, permission_denied. */
export const deleteNote = verb(contract, async ({ database, bus }: InboxService, { id: noteId }, context) => {
  const tenantId = tenantIdOf(context);
  await database.prismaTransaction(async ({ sql, prisma }) => {
    const note = await lockNote(sql, tenantId, noteId);
    if (!note) throw new AppError('unknown_note');
    checkAuthor(note, memberOf(context));
    await deleteNoteRow(prisma, note.id);
  });
  tellInboxChanged(bus, [tenantId]);
  return { ok: true };
});
