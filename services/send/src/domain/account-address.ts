import type { Account } from './reservation.ts';

/** The account as the author of a reaction: its number, as a linked phone's own reaction names it, else its id. */
export const addressOfAccount = ({ number, externalId }: Pick<Account, 'number' | 'externalId'>): string =>
  number ?? externalId;
