import { EgressError } from './egress-policy.ts';

/** The reason that the egress rules refuse an address; null when they allow it. Rejects with other errors. */
export async function egressRefusal(check: () => Promise<unknown>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof EgressError) return error.message;
    throw error;
  }
}
