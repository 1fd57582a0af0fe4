/** Steps of an erasure, as they begin its cursor. */
export const LOG = 'log';
export const EVENTS = 'events';
export const PLATFORM = 'platform';
export const REST = 'rest';

/** Before the first id of a log. */
export const FIRST_ID = '0';

/** The step of a cursor, and the position in it; empty where it has none. */
export function readEraseCursor(cursor: string | null): { step: string | undefined; first: string; second: string } {
  const [step, first = '', second = ''] = cursor?.split(' ') ?? [];
  return { step, first, second };
}

export const logCursor = (instanceId: string, id: string): string => `${LOG} ${instanceId} ${id}`;
