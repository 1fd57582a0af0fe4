import type { Channel } from '@parley/common/channels';

/** The channels in the order of the lists; the library of the contracts stays out of the browser. */
export const CHANNEL_CODES: readonly Channel[] = ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'];
