import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import {
  listSendingAccounts as contract,
  STARTING_CHANNELS,
} from '@parley/common/contracts/console/start-conversation';
import { PRICED_CATEGORIES } from '@parley/common/messages/message-prices';
import { mayDo } from '@parley/common/workspace/console-roles';
import { priceOf } from '@parley/messaging/credit/message-price';
import { listStartingAccounts } from '../accounts/account.store.ts';
import type { SendService } from '../service.ts';
import { findCredit } from './message.store.ts';

/** The accounts that can write first, and the prices; the balance only for a role that may see it. */
export const listSendingAccounts = verb(contract, async ({ database, environment }: SendService, _input, context) => {
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
});
