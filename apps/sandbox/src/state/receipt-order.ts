/** Whether the receipts of a message come as they happen, or the last one first. */
export type ReceiptOrder = 'forward' | 'reversed';

/** The receipts in the order in which they are given. */
export const inOrder = <T>(receipts: T[], order: ReceiptOrder): T[] =>
  order === 'reversed' ? receipts.toReversed() : receipts;
