const NO_SPACE = /ENOSPC|No space left on device|disk full/i;
const NOT_ALLOWED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
/** The error of a pooler in transaction mode for session settings in the startup message. */
export const POOLER_REFUSAL = /unsupported startup parameter/i;
/** SQLSTATE of a server whose disk is full. */
const DISK_FULL = '53100';

/** The error and its causes, outermost first. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

const fieldOf = (error: Error, name: 'code' | 'path'): string => String(Reflect.get(error, name) ?? '');

/**
 * The reason why a start failed, as one sentence that says what to do. Other errors keep their message, which was
 * written for people.
 */
export function explainFailure(error: unknown, dataDirectory: string): string {
  const causes = causesOf(error);
  if (causes.some((one) => fieldOf(one, 'code') === DISK_FULL || NO_SPACE.test(one.message)))
    return `The disk of the data directory ${dataDirectory} is full: free some space, or set PARLEY_DATA_DIR to a folder on another disk.`;
  if (causes.some((one) => POOLER_REFUSAL.test(one.message)))
    return 'DATABASE_URL is the address of a pooler: set DATABASE_DIRECT_URL to the address of the same database without it (docs/operations/database.md).';
  const refused = causes.find((one) => NOT_ALLOWED.has(fieldOf(one, 'code')) && fieldOf(one, 'path') !== '');
  if (refused)
    return `${fieldOf(refused, 'path')} cannot be written by this user: give this user the right to, or set PARLEY_DATA_DIR to a folder that it may write.`;
  return error instanceof Error ? error.message : String(error);
}
