import type { KeyboardEvent } from 'react';
import { useStoredFlag } from '../use-stored-flag.ts';

/** Whether Enter alone sends, by choice of the person in this browser; off until they choose it. */
export const useEnterSends = () => useStoredFlag('parley.enter-sends');

/** Whether the device is used without a keyboard. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Whether a key press sends: Ctrl-Enter always does; Shift-Enter alone starts a line. */
export function doesSend(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>, enterSends: boolean) {
  if (event.key !== 'Enter') return false;
  return event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey);
}
