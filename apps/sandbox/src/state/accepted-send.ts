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
