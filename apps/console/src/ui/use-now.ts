import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** The current time in milliseconds, updated every 15 s: for times that are shown in minutes. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
