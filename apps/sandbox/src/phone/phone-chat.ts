import { z } from 'zod';
import { CHANNELS } from './phone-channels.ts';

/** The person who holds the test phone, and the account that they write to. */
export const PhoneChat = z.object({
  channel: z.enum(CHANNELS),
  account: z.string().min(1).max(512),
  person: z.string().min(1).max(512),
});
/** A parsed chat. */
export type PhoneChat = z.infer<typeof PhoneChat>;
