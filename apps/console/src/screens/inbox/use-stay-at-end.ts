import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Nearer to the end than this, a thread counts as read to its end. */
const AT_END_PX = 32;

/**
 * Keeps what scrolls at its end, once it is there: while its content grows (`contentPx`), and while the space for it shrinks, as it
 * does when the answer below grows, a warning comes or the window is made smaller.
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
    // The observer comes before the scroll event of a smaller space.
    const space = new ResizeObserver(toEnd);
    space.observe(current);
    current.addEventListener('scroll', look, { passive: true });
    return () => {
      space.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, [scroller, isOn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more content moves the end
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current && isOn && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [scroller, isOn, contentPx]);
}
