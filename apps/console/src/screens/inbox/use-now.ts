import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** The time, for clocks that show minutes. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
