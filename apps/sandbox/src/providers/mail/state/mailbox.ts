import { type BoundedRing, makeBoundedRing } from '../../../state/bounded-ring.ts';
import type { ReadMail } from '../wire/read-mail.ts';

/** What the mail server does with the next mails. */
export type MailBehaviour = 'take' | 'busy' | 'refuse' | 'refuse_mail' | 'silent_after_data' | 'cut_after_data';

/** A mail as it came, and as a reader sees it. */
export interface TakenMail extends ReadMail {
  number: number;
  at: string;
  envelopeFrom: string;
  envelopeTo: string[];
  /** Who logged in; null: nobody. */
  user: string | null;
  isEncrypted: boolean;
  raw: string;
}

/** What the mail server has taken, and how it behaves; in memory only. */
export interface Mailbox {
  mails: BoundedRing<TakenMail>;
  behaviour(): MailBehaviour;
  /** From now on, or for so many mails. */
  behave(behaviour: MailBehaviour, count?: number): void;
  /** The behaviour for one mail. */
  take(): MailBehaviour;
  reset(): void;
}

const MAX_MAILS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

export function makeMailbox(): Mailbox {
  let behaviour: MailBehaviour = 'take';
  let left = Number.POSITIVE_INFINITY;
  const mails = makeBoundedRing<TakenMail>({
    maxEntries: MAX_MAILS,
    maxBytes: MAX_BYTES,
    sizeOf: ({ raw }) => raw.length,
  });
  const behave: Mailbox['behave'] = (next, count = Number.POSITIVE_INFINITY) => {
    behaviour = next;
    left = count;
  };
  return {
    mails,
    behaviour: () => behaviour,
    behave,
    take() {
      const current = behaviour;
      left--;
      if (left <= 0) behave('take');
      return current;
    },
    reset() {
      mails.clear();
      behave('take');
    },
  };
}
