import { useEffect } from 'react';

/** Longer nobody waits to be signed out. */
const WAIT_MS = 2000;

const steps = new Set<() => Promise<unknown>>();

/** Runs `step` before the session ends, while the gateway still takes its calls. */
export function useBeforeSignOut(step: () => Promise<unknown>): void {
  useEffect(() => {
    steps.add(step);
    return () => void steps.delete(step);
  }, [step]);
}

/** Runs the steps of everything that is open; whatever fails or takes long does not hold up the sign-out. */
export async function runBeforeSignOut(): Promise<void> {
  const all = Promise.allSettled([...steps].map((step) => step()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}
