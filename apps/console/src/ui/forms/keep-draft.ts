import { useContext, useEffect, useRef, useState } from 'react';
import { TypistContext } from './keep-typed.ts';

interface Draft<T> {
  value: T;
  change: (value: T) => void;
  /** Whether it differs from its first value. */
  isChanged: boolean;
  /** Deletes the draft, and sets its first value. */
  discard: () => void;
}

/**
 * The work in an editor, kept in this tab from the first change until it is discarded: after Back, a reload or the end of the
 * session the same member finds it. `name` identifies the editor and what it edits.
 */
export function useDraft<T>(name: string, first: T): Draft<T> {
  const owner = useContext(TypistContext);
  const key = ['parley.draft', owner ?? 'operator', name].join('|');
  const begun = useRef(first);
  const [value, setValue] = useState<T>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? first : (JSON.parse(kept) as T); // safe: written below
  });
  const isChanged = JSON.stringify(value) !== JSON.stringify(begun.current);
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  }, [key, value, isChanged]);
  return {
    value,
    change: setValue,
    isChanged,
    discard() {
      sessionStorage.removeItem(key);
      setValue(begun.current);
    },
  };
}
