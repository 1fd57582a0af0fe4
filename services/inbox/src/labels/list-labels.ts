import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listLabels as contract } from '@parley/common/contracts/console/labels';
import type { InboxService } from '../service.ts';
import { toLabelAnswer } from './label.rules.ts';
import { findLabels } from './label.store.ts';

export const listLabels = verb(contract, async ({ database }: InboxService, _input, context) => {
  const labels = await findLabels(database.prisma, tenantIdOf(context));
  return { items: labels.map(toLabelAnswer), nextCursor: null };
});
