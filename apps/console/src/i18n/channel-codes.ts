import type { Channel } from '@parley/common/channels';

/** The channels in list order; importing the contracts would put their library into the browser. */
export const CHANNEL_CODES: readonly Channel[] = ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'];
