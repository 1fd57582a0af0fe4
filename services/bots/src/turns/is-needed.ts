import type { BotsRecords } from '../records.ts';
import { hasNeed } from './turn.store.ts';

/** Whether a row needs a process of this service: a bot, a key, a turn, a source to read, a call to settle. */
export const isNeeded = ({ database }: Pick<BotsRecords, 'database'>): Promise<boolean> => hasNeed(database);
