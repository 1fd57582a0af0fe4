import { z } from 'zod';

/** Id prefixes of rows that are shown by their number. */
export type RowPrefix = 'bot' | 'turn' | 'src';

/** The id of a row in the API and in events: `bot_12`. */
export const showRowId = (prefix: RowPrefix, id: number | bigint | string): string => `${prefix}_${id}`;

/** The number of a shown id that its contract has parsed. */
export const readRowId = (shown: string): string => shown.slice(shown.indexOf('_') + 1);

export const BotId = z.string().regex(/^bot_[1-9]\d{0,8}$/, 'must be a bot id (bot_…)');
export const TurnId = z.string().regex(/^turn_[1-9]\d{0,17}$/, 'must be a turn id (turn_…)');
export const SourceId = z.string().regex(/^src_[1-9]\d{0,8}$/, 'must be a source id (src_…)');
