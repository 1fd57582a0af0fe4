import type { KeyboardEvent, RefObject } from 'react';
import { rowIndexOf } from './row-index-of.ts';

interface Walked {
  count: number;
  /** The last visible row. */
  lastShown: number;
  scrollTo(index: number): void;
}

/** Elements that use the arrow keys themselves. */
const TAKES_ARROWS = 'input, textarea, select, audio, video, [role="menu"]';

/**
 * Arrow keys move the focus from message to message, whose actions Tab then reaches; Escape returns to the thread.
 * Returns the handler of the thread's keys.
 */
export function useWalk(
  scroller: RefObject<HTMLElement | null>,
  { count, lastShown, scrollTo }: Walked,
): (event: KeyboardEvent) => void {
  const messageAt = (index: number): HTMLElement | null | undefined =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-message]`);
  const focus = (index: number): void => {
    if (index < 0 || index >= count) return;
    scrollTo(index);
    // The neighbours of a visible row are already rendered; other rows are after the scroll.
    const shown = messageAt(index);
    if (shown) shown.focus({ preventScroll: true });
    else requestAnimationFrame(() => messageAt(index)?.focus({ preventScroll: true }));
  };
  return (event) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    if (target instanceof Element && target.closest(TAKES_ARROWS)) return;
    const index = rowIndexOf(target);
    if (key === 'Escape' && index !== null) {
      event.preventDefault();
      return scroller.current?.focus();
    }
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (by === undefined) return;
    event.preventDefault();
    focus(Math.min((index ?? lastShown + 1) + by, count - 1));
  };
}
