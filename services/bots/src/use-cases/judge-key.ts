import type { ReplyOutcome } from '../domain/reply-outcome.ts';
import type { BotsService } from '../service.ts';
import { markKey } from '../storage/key-store.ts';
import type { OpenedAccount } from './open-account.ts';

/** Whether the key is still the bot's. False: it was replaced or deleted meanwhile, and its status was not stored. */
async function mark(
  { database, now }: BotsService,
  { stored }: OpenedAccount,
  status: 'works' | 'refused' | 'out_of_money',
): Promise<boolean> {
  // The deployment's key has no status; and a key that worked before needs no update.
  if (stored === null || (status === 'works' && stored.status === status)) return true;
  return markKey(database.prisma, stored, status, now());
}

/** Stores the key's status. If the key was replaced while in use, the bot asks again at once with the new one. */
export async function judgeKey(
  service: BotsService,
  account: OpenedAccount,
  outcome: ReplyOutcome,
): Promise<ReplyOutcome> {
  if (outcome.kind === 'reply') await mark(service, account, 'works');
  if (outcome.kind !== 'stopped' || (outcome.reason !== 'key_refused' && outcome.reason !== 'out_of_money'))
    return outcome;
  const isStill = await mark(service, account, outcome.reason === 'key_refused' ? 'refused' : 'out_of_money');
  return isStill ? outcome : { kind: 'wait', seconds: 0 };
}
