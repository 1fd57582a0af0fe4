import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { createLabel as contract } from '@parley/common/contracts/console/labels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { LABELS_MAX } from '@parley/common/label-limits';
import { checkTitle, toLabelAnswer } from '../domain/label.ts';
import type { InboxService } from '../service.ts';
import { insertLabel, lockLabels } from '../storage/label-store.ts';

/** Errors: label_exists, too_many_labels. */
export async function createLabel(
  { database, now }: InboxService,
  { title, color }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  return database.prismaTransaction(async (transaction) => {
    const labels = await lockLabels(transaction, tenantId);
    checkTitle(labels, title, null);
    if (labels.length >= LABELS_MAX) throw new AppError('too_many_labels');
    const createdAt = now();
    const label = { labelId: makeId('lbl', createdAt.getTime()), title: title.trim(), color };
    await insertLabel(transaction.prisma, tenantId, { ...label, createdAt });
    return toLabelAnswer(label);
  });
}
