import { z } from 'zod';
import { CHANNELS } from './phone-channels.ts';

/** Who holds the telephone, and to which account they write. */
export const PhoneChat = z.object({
  channel: z.enum(CHANNELS),
  account: z.string().min(1).max(512),
  person: z.string().min(1).max(512),
});
/** A parsed chat. */
export type PhoneChat = z.infer<typeof PhoneChat>;
