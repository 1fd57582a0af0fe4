import type { BotsService } from '../service.ts';
import { markInterrupted } from './usage.store.ts';

/** Longer than a call and its tools may take: after this its process is dead. */
const GONE_MS = 5 * 60_000;

/**
 * Marks model calls whose process died before it learned their cost (docs/reference/bot-replies.md#turns). Returns
 * false: there is never more to do at once.
 */
export async function interruptUsage({ database, now }: BotsService): Promise<boolean> {
  const at = now();
  await markInterrupted(database, { before: new Date(at.getTime() - GONE_MS), now: at });
  return false;
}
