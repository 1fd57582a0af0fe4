import { isTemporary } from '@parley/database/isolate-refused';

/** Whether the element itself is at fault: bad data, a broken constraint, too long for an index, or our own parsing. */
export const isUnstorable = (error: unknown): boolean => !isTemporary(error);
