import { z } from 'zod';

/** The channels that the test phone supports. */
export const CHANNELS = ['wa', 'wd', 'tg', 'fb', 'ig', 'tt'] as const;
export type PhoneChannel = (typeof CHANNELS)[number];

/** The person who holds the test phone, and the account that they write to. */
export const PhoneChat = z.object({
  channel: z.enum(CHANNELS),
  account: z.string().min(1).max(512),
  person: z.string().min(1).max(512),
});
/** A parsed chat. */
export type PhoneChat = z.infer<typeof PhoneChat>;

/** A control API call made by the test phone. */
export interface ControlCall {
  method: 'POST' | 'PUT';
  path: string;
  body: Record<string, unknown>;
}

/** The path prefix of a person's calls. */
export const personPath = ({ channel, person }: { channel: string; person: string }): string =>
  channel === 'wd'
    ? `/sandbox/devices/phones/${encodeURIComponent(person)}`
    : `/sandbox/customers/${channel}/${encodeURIComponent(person)}`;
