import type { Addressed } from '../domain/addressed.ts';
import { type Applied, nothingApplied } from '../domain/applied.ts';
import type { ApplyTransaction } from '../domain/apply-transaction.ts';
import { storeConnections } from '../storage/connection-store.ts';

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
