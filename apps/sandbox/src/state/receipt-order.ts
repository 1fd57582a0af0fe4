/** Whether the receipts of a message are sent in order, or the last one first. */
export type ReceiptOrder = 'forward' | 'reversed';

/** The receipts in the order in which they are sent. */
export const inOrder = <T>(receipts: T[], order: ReceiptOrder): T[] =>
  order === 'reversed' ? receipts.toReversed() : receipts;
