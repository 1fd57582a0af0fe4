import type { Addressed } from '../batch/addressed.rules.ts';
import { type Applied, nothingApplied } from '../batch/applied.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { storeConnections } from './connection.store.ts';

/** Stores which people have the bot in their own account; without events. */
export async function applyConnections(
  { sql }: ApplyTransaction,
  given: readonly Addressed<'bot-connection'>[],
): Promise<Applied> {
  const stored = await storeConnections(
    sql,
    given.map(({ account, item: { at: connectedAt, connectionId, ownerId, isEnabled } }) => ({
      channelAccountId: account.id,
      tenantId: account.tenantId,
      connectionId,
      ownerId,
      connectedAt,
      isEnabled,
    })),
  );
  return { ...nothingApplied(), stored, repeated: given.length - stored };
}
