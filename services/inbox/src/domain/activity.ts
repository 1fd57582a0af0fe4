import { defineCursor } from '@parley/database/list-cursor';

/** A position in the list of conversations, newest activity first. */
export interface Activity {
  activeMs: number;
  id: number;
}

export interface ConversationPage<Row> {
  rows: Row[];
  /** Start of the next page; null at the end. */
  next: Activity | null;
}

export const BY_ACTIVITY = defineCursor('conversation', { activeMs: 'ms', id: 'int4' });
