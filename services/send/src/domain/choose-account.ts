import type { Account, Candidate, ReserveItem } from './reservation.ts';

const NUMBER = /^\+?[\d\s()-]+$/;
const NO_DIGITS = /\D/g;

/** The digits of a phone number; null for other texts: digits in a label are not a number. */
export const digitsOf = (from: string): string | null =>
  NUMBER.test(from) && /\d/.test(from) ? from.replace(NO_DIGITS, '') : null;

const isNumberOf = (from: string, { number }: Account): boolean =>
  number !== null && digitsOf(from) === number.replace(NO_DIGITS, '');

const isNamed = (from: string, account: Account): boolean =>
  account.externalId === from || account.name === from || isNumberOf(from, account);

const newest = ({ conversation }: Candidate): number => conversation?.lastMessageAt.getTime() ?? -Infinity;

/**
 * Chooses the sending account (docs/reference/sends.md#sending-account): the conversation's, which `from` must not
 * contradict; else the one that `from` names, where an id takes precedence over an identical label; else the one with
 * the newest conversation with the recipient; else the first.
 */
export function chooseAccount(
  { conversationId, from }: Pick<ReserveItem, 'conversationId' | 'from'>,
  candidates: readonly Candidate[],
): Candidate | null {
  if (conversationId !== null)
    return (
      candidates.find(
        ({ account, conversation }) => conversation?.id === conversationId && (from === null || isNamed(from, account)),
      ) ?? null
    );
  const byId = from === null ? null : candidates.find(({ account }) => account.externalId === from);
  if (byId) return byId;
  const [chosen = null] = candidates
    .filter(({ account }) => from === null || isNamed(from, account))
    .toSorted((a, b) => (newest(a) === newest(b) ? a.account.id - b.account.id : newest(b) - newest(a)));
  return chosen;
}
