import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { updateLabel as contract } from '@parley/common/contracts/console/labels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { checkTitle, toLabelAnswer } from '../domain/label.ts';
import type { InboxService } from '../service.ts';
import { lockLabels, saveLabel } from '../storage/label-store.ts';

/** Errors: unknown_label, label_exists. */
export async function updateLabel(
  { database, bus }: InboxService,
  { id, title, color }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}
