import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Within this distance of the end, a thread counts as read to its end. */
const AT_END_PX = 32;

/**
 * Keeps a scroller at its end once it is there: while its content grows (`contentPx`), and while its space shrinks
 * because the composer grows, a warning appears or the window gets smaller.
 */
export function useStayAtEnd(scroller: RefObject<HTMLElement | null>, contentPx: number, isOn: boolean): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const { current } = scroller;
    if (!current || !isOn) return;
    const toEnd = (): void => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    };
    const look = (): void => {
      isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < AT_END_PX;
    };
    // The observer fires before the scroll event of a smaller space.
    const space = new ResizeObserver(toEnd);
    space.observe(current);
    // Before the virtualizer changes the rows: after that the same question costs a layout.
    const early = { passive: true, capture: true };
    current.addEventListener('scroll', look, early);
    return () => {
      space.disconnect();
      current.removeEventListener('scroll', look, early);
    };
  }, [scroller, isOn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more content moves the end
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current && isOn && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [scroller, isOn, contentPx]);
}
