import type { TypingState } from '@parley/common/messages/capabilities';

/**
 * An action of a page or an Instagram account in a chat, other than sending a message
 * (docs/reference/fb.md#sender-actions).
 */
export type SenderAction =
  | { sender_action: 'typing_on' | 'typing_off' | 'mark_seen' }
  | { sender_action: 'react'; payload: { message_id: string; reaction: string } }
  | { sender_action: 'unreact'; payload: { message_id: string } };

/** A reaction; null removes it. */
export const reactionAction = (messageId: string, reaction: string | null): SenderAction =>
  reaction === null
    ? { sender_action: 'unreact', payload: { message_id: messageId } }
    : { sender_action: 'react', payload: { message_id: messageId, reaction } };

/** Instagram documents the heart by name (docs/reference/ig.md#sender-actions). */
export const instagramReaction = (emoji: string): string => (/^❤\ufe0f?$/u.test(emoji) ? 'love' : emoji);

export const typingAction = (state: Exclude<TypingState, 'recording'>): SenderAction => ({
  sender_action: state === 'off' ? 'typing_off' : 'typing_on',
});
