import { useEffect, useState } from 'react';

/** A search starts when nothing was typed for this long. */
const PAUSE_MS = 250;

/** A text as it was when it last stayed the same for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
