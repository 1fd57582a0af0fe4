import { makeBehaviour } from '../../../state/behaviour.ts';
import { makeBoundedRing } from '../../../state/bounded-ring.ts';
import type { ReadMail } from '../wire/read-mail.ts';

/** The mail server's reaction to the next mails. */
export type MailBehaviour = 'take' | 'busy' | 'refuse' | 'refuse_mail' | 'silent_after_data' | 'cut_after_data';

/** A mail as received, and as a reader sees it. */
export interface TakenMail extends ReadMail {
  number: number;
  at: string;
  envelopeFrom: string;
  envelopeTo: string[];
  /** The authenticated user; null without authentication. */
  user: string | null;
  isEncrypted: boolean;
  raw: string;
}

/** The received mails, and the server's behaviour; in memory only. */
export type Mailbox = ReturnType<typeof makeMailbox>;

const MAX_MAILS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

export function makeMailbox() {
  const behaviour = makeBehaviour<MailBehaviour>('take');
  const mails = makeBoundedRing<TakenMail>({
    maxEntries: MAX_MAILS,
    maxBytes: MAX_BYTES,
    sizeOf: ({ raw }) => raw.length,
  });
  return {
    mails,
    behaviour,
    reset() {
      mails.clear();
      behaviour.behave('take');
    },
  };
}
