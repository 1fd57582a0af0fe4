import { invalidFrom, notConnected } from '../sends/send-errors.rules.ts';
import type { SendService } from '../service.ts';
import { type Account, chooseAccount } from './account.rules.ts';
import { type AccountChoice, listNamedAccounts } from './account.store.ts';

/** The account that `from` names, else the first of the channel. Errors: invalid_from, not_connected. */
export async function chooseNamedAccount(
  { database }: Pick<SendService, 'database'>,
  choice: AccountChoice,
): Promise<Account> {
  const { from } = choice;
  const chosen = chooseAccount({ namedConversationId: null, from }, await listNamedAccounts(database, choice));
  if (chosen) return chosen.account;
  const isAnyConnected = from !== null && (await listNamedAccounts(database, { ...choice, from: null })).length > 0;
  throw isAnyConnected ? invalidFrom() : notConnected();
}
