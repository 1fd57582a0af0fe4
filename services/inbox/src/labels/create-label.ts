import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { createLabel as contract } from '@parley/common/contracts/console/labels';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { LABELS_MAX } from '@parley/common/workspace/label-limits';
import type { InboxService } from '../service.ts';
import { checkTitle, toLabelAnswer } from './label.rules.ts';
import { insertLabel, lockLabels } from './label.store.ts';

/** Errors: label_exists, too_many_labels. */
export const createLabel = verb(contract, async ({ database, now }: InboxService, { title, color }, context) => {
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
});
