import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { deleteLabel as contract } from '@parley/common/contracts/console/labels';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { deleteLabel } from './label.store.ts';

/** Deletes a label, and takes it from its conversations. Errors: unknown_label. */
export const removeLabel = verb(contract, async ({ database, bus }: InboxService, { id }, context) => {
  const tenantId = tenantIdOf(context);
  if (!(await deleteLabel(database.prisma, tenantId, id))) throw new AppError('unknown_label');
  tellInboxChanged(bus, [tenantId]);
  return { ok: true };
});
