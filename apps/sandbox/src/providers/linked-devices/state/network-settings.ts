import type { ReceiptOrder } from '../../../state/receipt-order.ts';
import type { Forgery } from './forgery.ts';

/** The receipts that a person's phone sends automatically. */
export type ReceiptHabit = 'off' | 'delivered' | 'read';

/** The emulated network's behaviour; changed by `PUT /sandbox/devices/settings`. */
export interface NetworkSettings {
  receipts: ReceiptHabit;
  receiptDelayMs: number;
  receiptOrder: ReceiptOrder;
  /** Whether a number that was not created is on the network. */
  unknownNumbers: 'missing' | 'exist';
  /** `few` makes new devices upload 5 keys, `full` all 812. */
  initialPreKeys: 'few' | 'full';
  /** QR references offered to one unpaired client. */
  refs: number;
  autoReply: 'off' | 'echo' | { text: string };
  deviceLimit: number;
  /**
   * Whether an unpaired client that requests a pairing code is refused, as if it had requested codes too often.
   * `after_errors`: the network reports the login before the pairing, and refuses other queries before it gives the
   * code.
   */
  pairingCodes: 'given' | 'refused' | 'after_errors';
  /** Whether the phone of a newly linked device sends it an old chat. */
  history: 'off' | 'one_chat';
  forgery: Forgery | 'none';
  /** Whether a message to a person who gave the account a trusted-contact token must carry it; without it: 463. */
  tokens: 'required' | 'ignored';
  /** Whether a phone sends its history within the message, or as a file of the media server. */
  historyForm: 'inline' | 'file';
  /** Number of parts in which it sends the history: each has older messages of the chats than the part before. */
  historyParts: number;
  /** The most members of a group. */
  groupSize: number;
  /** `overlimit` refuses every query about groups; `unanswered` does what it asks, and never answers. */
  groupQueries: 'answered' | 'overlimit' | 'unanswered';
  /** The same for queries about profiles and blocked people; `refused` answers 406. */
  profileQueries: 'answered' | 'overlimit' | 'refused' | 'unanswered';
}
