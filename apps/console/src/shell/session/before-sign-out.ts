import { useEffect } from 'react';
import { pause } from '../../api/pause.ts';

/** The longest delay of a sign-out. */
const WAIT_MS = 2000;

const steps = new Set<() => Promise<unknown>>();

/** Runs `step` before the session ends, while the gateway still accepts its calls. */
export function useBeforeSignOut(step: () => Promise<unknown>): void {
  useEffect(() => {
    steps.add(step);
    return () => void steps.delete(step);
  }, [step]);
}

/** Runs the registered steps; one that fails or takes long does not delay the sign-out. */
export async function runBeforeSignOut(): Promise<void> {
  const all = Promise.allSettled([...steps].map((step) => step()));
  await Promise.race([all, pause(WAIT_MS)]);
}
