import { readFlag, useStoredFlag } from '../use-stored-flag.ts';

const STORED_AS = 'parley.opens-next';

export const opensNext = (): boolean => readFlag(STORED_AS);

/**
 * Whether the next conversation opens when one leaves the list by a decision, by choice of the person in this browser; off
 * until they choose it.
 */
export const useOpensNext = () => useStoredFlag(STORED_AS);
