import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The value of the last render, for functions that stay the same. It is set before the page is painted, so that a key
 * pressed right away acts on what is visible.
 */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
