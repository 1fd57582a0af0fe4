/** What an account did in a chat beside sending a message, as the provider accepted it. */
export interface AccountAct {
  channel: 'wa' | 'tg' | 'fb' | 'ig' | 'tt';
  account: string;
  /** The person; null where the call names only a message or a call. */
  to: string | null;
  /** The provider's id of the message, or of the call. */
  target: string | null;
  act: 'react' | 'edit' | 'delete' | 'read' | 'typing' | 'reject_call';
  /** The emoji, null when it was taken off; the new text; the state of the typing sign. */
  value: string | null;
  at: string;
}
