/** An action of an account in a chat other than a send, as the provider accepted it. */
export interface AccountAct {
  channel: 'wa' | 'tg' | 'fb' | 'ig' | 'tt';
  account: string;
  /** The person; null where the call names only a message or a call. */
  to: string | null;
  /** The provider's id of the message, or of the call. */
  target: string | null;
  act: 'react' | 'edit' | 'delete' | 'read' | 'typing' | 'reject_call';
  /** The emoji, null when the reaction is removed; the new text; the state of the typing indicator. */
  value: string | null;
  at: string;
}
