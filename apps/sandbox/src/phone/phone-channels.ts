/** The channels on which the telephone can be used. */
export const CHANNELS = ['wa', 'wd', 'tg', 'fb', 'ig', 'tt'] as const;
/** One of them. */
export type PhoneChannel = (typeof CHANNELS)[number];
