import type { TemplateText } from '@parley/common/wa-template/template-text';

/** A connected account that may send. */
export interface Account {
  id: number;
  /** The provider's id. */
  externalId: string;
  /** Its label. */
  name: string;
  number: string | null;
  /** Encrypted. */
  credentials: string;
  /** Set while the platform suspends it (wa): its messages wait. */
  isOffline?: true;
  /** Set while the WhatsApp Business app uses it as well (wa): the platform allows it fewer messages a second. */
  isOnBizApp?: true;
}

/** A conversation with the recipient. */
export interface KnownConversation {
  id: number;
  /** The address of the recipient. */
  peer: string;
  lastInboundAt: Date | null;
  lastMessageAt: Date;
  /** The provider's own id of it (tt). */
  threadId: string | null;
}

/** An account that could send, and its conversation with the recipient. */
export interface Candidate {
  account: Account;
  conversation: KnownConversation | null;
  /**
   * Category of the template to send, as last listed for this account; null: unknown. It prices every template without a
   * call; a check of consent reads a list that is at most 60 s old (`checkTemplate`).
   */
  templateCategory?: string | null;
  /** Text of the template to send, as last listed for this account; null: unknown. */
  templateText?: TemplateText | null;
}

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
  { namedConversationId, from }: { namedConversationId: number | null; from: string | null },
  candidates: readonly Candidate[],
): Candidate | null {
  if (namedConversationId !== null)
    return (
      candidates.find(
        ({ account, conversation }) =>
          conversation?.id === namedConversationId && (from === null || isNamed(from, account)),
      ) ?? null
    );
  const byId = from === null ? null : candidates.find(({ account }) => account.externalId === from);
  if (byId) return byId;
  const [chosen = null] = candidates
    .filter(({ account }) => from === null || isNamed(from, account))
    .toSorted((a, b) => (newest(a) === newest(b) ? a.account.id - b.account.id : newest(b) - newest(a)));
  return chosen;
}

/** The account as the author of a reaction: its number, as a linked phone's own reaction names it, else its id. */
export const addressOfAccount = ({ number, externalId }: Pick<Account, 'number' | 'externalId'>): string =>
  number ?? externalId;
