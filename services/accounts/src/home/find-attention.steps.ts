import type { MemberCaller } from '@parley/common/call-context';
import type { home } from '@parley/common/contracts/console/workspace';
import type { OutputOf } from '@parley/common/define-contract';
import { mayDo } from '@parley/common/workspace/console-roles';
import type { AccountsService } from '../service.ts';
import { itemOf, toAttention } from './attention.rules.ts';
import {
  findBotsInNeed,
  findChannelsInNeed,
  findChannelsThatEnd,
  findWebhooksInNeed,
  isCreditLow,
} from './attention.store.ts';

/** Problems that need the attention of a person with these roles (docs/reference/console.md#home). */
export async function findAttention(
  { database, now }: AccountsService,
  roles: MemberCaller['roles'],
  tenantId: number,
): Promise<OutputOf<typeof home>['attention']> {
  const at = now();
  const [channels, coming, webhooks, isLow, bots] = await Promise.all([
    mayDo(roles, 'channels.manage') ? findChannelsInNeed(database, tenantId, at) : [],
    mayDo(roles, 'channels.manage') ? findChannelsThatEnd(database, tenantId, at) : [],
    mayDo(roles, 'webhooks.manage') ? findWebhooksInNeed(database, tenantId, at) : [],
    mayDo(roles, 'credit.read') && isCreditLow(database.prisma, tenantId),
    mayDo(roles, 'bots.manage') ? findBotsInNeed(database.prisma, tenantId) : [],
  ]);
  return toAttention([channels, webhooks, isLow ? [itemOf('credit_low')] : [], ...bots], coming);
}
