import type { CustomerChannel } from '../customers/customer.ts';

/** A send that the emulated provider accepted, exactly as received. */
export interface AcceptedSend {
  channel: CustomerChannel | 'tt';
  account: string;
  to: string;
  provider_message_id: string;
  at: string;
  text: string | null;
  callback_data: string | null;
  method: string;
  body: unknown;
}

/** An action of an account in a chat other than a send, as the provider accepted it. */
export interface AccountAct {
  channel: 'wa' | 'tg' | 'fb' | 'ig' | 'tt';
  account: string;
  /** The person; null where the call names only a message or a call. */
  to: string | null;
  /** The provider's id of the message, or of the call; the role or app that a thread was passed to. */
  target: string | null;
  act: 'react' | 'edit' | 'delete' | 'read' | 'typing' | 'reject_call' | `${'take' | 'pass' | 'release'}_thread`;
  /** The emoji, null when the reaction is removed; the new text; the state of the typing indicator. */
  value: string | null;
  at: string;
}
