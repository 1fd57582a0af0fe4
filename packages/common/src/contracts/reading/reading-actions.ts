import { contact } from './contact.ts';
import { conversations } from './conversations.ts';
import { messages } from './messages.ts';
import { search } from './search.ts';

/** The actions that read the inbox, which the audit log records (docs/reference/reading.md#audit). */
export const READING_ACTIONS = [conversations, messages, search, contact] as const;
