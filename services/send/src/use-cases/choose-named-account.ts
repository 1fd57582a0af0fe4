import { chooseAccount } from '../domain/choose-account.ts';
import type { Account } from '../domain/reservation.ts';
import { invalidFrom, notConnected } from '../domain/send-errors.ts';
import type { SendService } from '../service.ts';
import { type AccountChoice, listNamedAccounts } from '../storage/account-choice-store.ts';

/** The account that `from` names, else the first of the channel. Errors: invalid_from, not_connected. */
export async function chooseNamedAccount(
  { database }: Pick<SendService, 'database'>,
  choice: AccountChoice,
): Promise<Account> {
  const { from } = choice;
  const chosen = chooseAccount({ conversationId: null, from }, await listNamedAccounts(database, choice));
  if (chosen) return chosen.account;
  const isAnyConnected = from !== null && (await listNamedAccounts(database, { ...choice, from: null })).length > 0;
  throw isAnyConnected ? invalidFrom() : notConnected();
}
