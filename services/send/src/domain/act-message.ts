import { type Channel, MESSAGE_LIMITS } from '@parley/common/channels';
import { editProblemOf } from '@parley/common/edit-problem';
import { AppError, invalidField } from '@parley/common/errors';
import type { RichContent } from '@parley/common/message-content';
import type { ReportedMessage } from '@parley/messaging/changed-message';
import type { ActTarget } from './channel-acts.ts';
import type { Account } from './reservation.ts';

/** A stored message that an act is about. */
export interface ActMessage {
  direction: 'in' | 'out';
  status: string;
  text: string;
  hasFile: boolean;
  isTemplate: boolean;
  content: RichContent | null;
  author: string | null;
  providerMessageId: string | null;
  revokedAt: Date | null;
  peer: string;
  threadId: string | null;
}

/** The locked message, when what was done is stored. */
export interface LockedMessage {
  messageId: string;
  conversationId: number;
  direction: 'in' | 'out';
  text: string;
  providerMessageId: string | null;
  editedAt: Date | null;
  revokedAt: Date | null;
  peer: string;
}

export type MessageAction = 'react' | 'edit-message' | 'delete-message' | 'mark-read';

const refuse = (problem: string) => invalidField('message_id', `message_id names a message that ${problem}.`);

const OWN_ONLY: Readonly<Partial<Record<MessageAction, string>>> = {
  'edit-message': 'was not sent by this account, so it cannot be edited',
  'delete-message': 'was not sent by this account, so it cannot be deleted',
};

const EDIT_PROBLEMS = {
  template: 'is a template, whose text is fixed',
  textless: 'has no text',
  buttons: 'has buttons, which an edit would remove',
  file: 'has a file: on wd only texts can be edited',
} as const;

/** Why the text cannot be replaced; null where it can. */
function editProblem(channel: Channel, message: ActMessage): string | null {
  const problem = editProblemOf(channel, message);
  if (problem !== null) return EDIT_PROBLEMS[problem];
  const { hasFile, text } = message;
  return hasFile && text === '' && MESSAGE_LIMITS[channel].caption === null ? EDIT_PROBLEMS.textless : null;
}

/**
 * The message as its platform knows it, if the act is possible on it (docs/reference/sends.md#acts). Throws
 * `invalid_message_id`, and `unknown_message` for null. Time limits are the platform's to decide.
 */
export function requireTarget(channel: Channel, action: MessageAction, message: ActMessage | null): ActTarget {
  if (!message) throw new AppError('unknown_message');
  const { direction, status, providerMessageId, revokedAt, peer, threadId, author, hasFile } = message;
  const isOwn = direction === 'out';
  const ownOnly = OWN_ONLY[action];
  if (ownOnly !== undefined && !isOwn) throw refuse(ownOnly);
  if (action === 'mark-read' && isOwn)
    throw refuse('this account sent: only messages of a person can be marked as read');
  if (providerMessageId === null || status === 'failed') throw refuse('the platform does not have');
  // A repeat of a deletion that was done is answered like the first.
  if (revokedAt !== null && action !== 'delete-message') throw refuse('was deleted');
  const problem = action === 'edit-message' ? editProblem(channel, message) : null;
  if (problem !== null) throw refuse(problem);
  return { peer, threadId, providerMessageId, isOwn, author: isOwn ? null : author, hasFile };
}

/** A message of the account as the event of its own edit or deletion shows it. */
export const reportedMessage = (
  { tenantId, channel, account }: { tenantId: number; channel: Channel; account: Account },
  { messageId, conversationId, direction, peer, providerMessageId }: LockedMessage,
): ReportedMessage => ({
  tenantId,
  channel,
  conversationId,
  messageId,
  direction,
  peer,
  account: { id: account.externalId, number: account.number, label: account.name },
  providerMessageId,
  participant: account.number,
});
