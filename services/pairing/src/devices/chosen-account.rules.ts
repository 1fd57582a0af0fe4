/** A connected wd account that may act. */
export interface WdAccount {
  externalId: string;
  name: string;
  number: string | null;
}

const NUMBER = /^\+?[\d\s()-]+$/;
const NO_DIGITS = /\D/g;

/** The account that `from` names, by its id before its label or number; else the first. */
export function chooseAccount(accounts: readonly WdAccount[], from: string | null): WdAccount | null {
  if (from === null) return accounts[0] ?? null;
  const digits = NUMBER.test(from) ? from.replace(NO_DIGITS, '') : '';
  return (
    accounts.find(({ externalId }) => externalId === from) ??
    accounts.find(
      ({ name, number }) => name === from || (digits !== '' && number?.replace(NO_DIGITS, '') === digits),
    ) ??
    null
  );
}
