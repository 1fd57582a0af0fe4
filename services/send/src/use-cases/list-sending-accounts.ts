import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import { mayDo } from '@parley/common/console-roles';
import {
  type listSendingAccounts as contract,
  STARTING_CHANNELS,
} from '@parley/common/contracts/console/start-conversation';
import type { OutputOf } from '@parley/common/define-contract';
import { PRICED_CATEGORIES } from '@parley/common/message-prices';
import { priceOf } from '@parley/messaging/credit/message-price';
import type { SendService } from '../service.ts';
import { findCredit } from '../storage/message-store.ts';
import { listStartingAccounts } from '../storage/starting-account-store.ts';

/** The accounts that can write first, and the prices; the balance only for a role that may see it. */
export async function listSendingAccounts(
  { database, environment }: SendService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  const maySeeCredit = mayDo(memberOf(context).roles, 'credit.read');
  const [items, credit] = await Promise.all([
    listStartingAccounts(database, tenantId),
    maySeeCredit ? findCredit(database, tenantId) : null,
  ]);
  const prices = Object.fromEntries([
    ...STARTING_CHANNELS.map((channel) => [channel, priceOf(environment, channel)]),
    ...PRICED_CATEGORIES.map((category) => [`wa.${category}`, priceOf(environment, 'wa', category)]),
  ]);
  return { items, prices, balance: credit?.balance ?? null };
}
