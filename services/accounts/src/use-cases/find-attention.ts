import type { MemberCaller } from '@parley/common/call-context';
import { mayDo } from '@parley/common/console-roles';
import type { home } from '@parley/common/contracts/console/workspace';
import type { OutputOf } from '@parley/common/define-contract';
import { itemOf, toAttention } from '../domain/attention.ts';
import type { AccountsService } from '../service.ts';
import { findBotsInNeed, findChannelsInNeed, findWebhooksInNeed, isCreditLow } from '../storage/attention-store.ts';

/** What somebody with these roles should look at (docs/reference/console.md#home). */
export async function findAttention(
  { database, now }: AccountsService,
  roles: MemberCaller['roles'],
  tenantId: number,
): Promise<OutputOf<typeof home>['attention']> {
  const at = now();
  const [channels, webhooks, isLow, bots] = await Promise.all([
    mayDo(roles, 'channels.manage') ? findChannelsInNeed(database, tenantId, at) : [],
    mayDo(roles, 'webhooks.manage') ? findWebhooksInNeed(database, tenantId, at) : [],
    mayDo(roles, 'credit.read') && isCreditLow(database.prisma, tenantId),
    mayDo(roles, 'bots.manage') ? findBotsInNeed(database.prisma, tenantId) : [],
  ]);
  return toAttention([channels, webhooks, isLow ? [itemOf('credit_low')] : [], ...bots]);
}
