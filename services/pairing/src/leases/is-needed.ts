import type { PairingRecords } from '../records.ts';
import { hasNeed } from './lease.store.ts';

/** Whether a row needs a process of this service: a device that should have a socket, or a session without a phone. */
export const isNeeded = ({ database }: Pick<PairingRecords, 'database'>): Promise<boolean> => hasNeed(database);
