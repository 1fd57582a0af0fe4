import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { listLabels as contract } from '@parley/common/contracts/console/labels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { toLabelAnswer } from '../domain/label.ts';
import type { InboxService } from '../service.ts';
import { findLabels } from '../storage/label-store.ts';

export async function listLabels(
  { database }: InboxService,
  _input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const labels = await findLabels(database.prisma, tenantIdOf(context));
  return { items: labels.map(toLabelAnswer), nextCursor: null };
}
