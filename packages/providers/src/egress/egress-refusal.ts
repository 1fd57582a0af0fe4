import { EgressError } from './egress-policy.ts';

/** What the egress rules say against an address; null where they allow it. Rejects with what is no refusal. */
export async function egressRefusal(check: () => Promise<unknown>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof EgressError) return error.message;
    throw error;
  }
}
