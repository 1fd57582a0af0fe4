/** The channels that the test phone supports. */
export const CHANNELS = ['wa', 'wd', 'tg', 'fb', 'ig', 'tt'] as const;
export type PhoneChannel = (typeof CHANNELS)[number];
