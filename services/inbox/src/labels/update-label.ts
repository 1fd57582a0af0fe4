import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { updateLabel as contract } from '@parley/common/contracts/console/labels';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { checkTitle, toLabelAnswer } from './label.rules.ts';
import { lockLabels, saveLabel } from './label.store.ts';

/** Errors: unknown_label, label_exists. */
export const updateLabel = verb(contract, async ({ database, bus }: InboxService, { id, title, color }, context) => {
  const tenantId = tenantIdOf(context);
  const label = await database.prismaTransaction(async (transaction) => {
    const labels = await lockLabels(transaction, tenantId);
    const held = labels.find(({ labelId }) => labelId === id);
    if (!held) throw new AppError('unknown_label');
    if (title !== undefined) checkTitle(labels, title, id);
    const label = { labelId: id, title: title?.trim() ?? held.title, color: color ?? held.color };
    await saveLabel(transaction.prisma, tenantId, label);
    return label;
  });
  tellInboxChanged(bus, [tenantId]);
  return toLabelAnswer(label);
});
