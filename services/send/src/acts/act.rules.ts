import { CHANNELS, type Channel } from '@parley/common/channels';
import { AppError, invalidField, refusedByProvider } from '@parley/common/errors';
import { CAPABILITIES, type ChannelAction, canDo, type TypingState } from '@parley/common/messages/capabilities';
import { editProblemOf } from '@parley/common/messages/edit-problem';
import type { RichContent } from '@parley/common/messages/message-content';
import { MESSAGE_LIMITS } from '@parley/common/messages/message-length';
import type { ReportedMessage } from '@parley/messaging/messages/changed-message';
import type { SendFailure } from '@parley/providers/sent/send-outcome';
import type { Account } from '../accounts/account.rules.ts';
import type { ActTarget } from '../channels/channel.rules.ts';
import { describeActions } from '../content/content.rules.ts';

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

/** The reason why the text cannot be replaced; null if it can. */
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

const unsupported = (channel: Channel, action: ChannelAction, problem: string): AppError =>
  new AppError('unsupported_content', {
    message: `${problem} ${channel} can ${describeActions(channel)}.`,
    body: { channel, action },
  });

/** Throws `unsupported_content`, which names the channel and what it can. */
export function requireAction(channel: Channel, action: ChannelAction): void {
  if (canDo(channel, action)) return;
  const others = CHANNELS.filter((other) => canDo(other, action)).join(', ');
  throw unsupported(channel, action, `${action} is not possible on ${channel}; it is on ${others}.`);
}

/** Throws `unsupported_content` for a typing indicator that the channel does not have. */
export function requireTypingState(channel: Channel, state: TypingState): void {
  requireAction(channel, 'typing');
  const states = CAPABILITIES[channel].typing;
  if (!states.includes(state))
    throw unsupported(
      channel,
      'typing',
      `state ${state} is not possible on ${channel}, which has ${states.join(', ')}.`,
    );
}

const REPEAT =
  'The platform did not answer in time. Repeat the request: this is safe, and has no further effect if the act was done.';

/** The error of an act that its platform refused, or did not answer. */
export const toActError = ({ kind, provider }: SendFailure, whenUnknown?: string): AppError =>
  kind === 'unknown' ? actTimedOut({ provider }, whenUnknown) : refusedByProvider(provider);

export const actTimedOut = (extras: { provider?: SendFailure['provider'] } = {}, message: string = REPEAT): AppError =>
  new AppError('provider_timeout', { message, ...extras });
