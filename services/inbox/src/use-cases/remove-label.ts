import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { deleteLabel as contract } from '@parley/common/contracts/console/labels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { deleteLabel } from '../storage/label-store.ts';

/** Deletes a label, and takes it from its conversations. Errors: unknown_label. */
export async function removeLabel(
  { database, bus }: InboxService,
  { id }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  if (!(await deleteLabel(database.prisma, tenantId, id))) throw new AppError('unknown_label');
  tellInboxChanged(bus, [tenantId]);
  return { ok: true };
}
