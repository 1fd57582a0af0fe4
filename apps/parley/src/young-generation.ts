/**
 * Node's flag for the size of the young generation. In processes that every message passes through, a large one lets
 * the objects of a message die before they are promoted; elsewhere a small one saves memory.
 */
export const YOUNG_GENERATION = { busy: '--max-semi-space-size=32', others: '--max-semi-space-size=4' };
