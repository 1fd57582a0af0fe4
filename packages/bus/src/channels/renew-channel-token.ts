import { refreshChannelToken } from '@parley/common/contracts/internal/channel-health';
import { makeId } from '@parley/common/ids';
import type { BusClient } from '../bus-client.ts';

/** An account of tt with an expired access token. */
export interface TokenToRenew {
  tenantId: number;
  externalId: string;
  /** The access token that was refused. */
  used: string;
  /** Reads the stored access token; null when the account is no longer connected. */
  readStored(): Promise<string | null>;
}

/**
 * Another access token: one that was stored since, otherwise a new one from services/channel-connect. Null when there
 * is none; throws channel-connect's error, or `service_unavailable` when it did not answer by `untilMs` (since the
 * epoch).
 */
export async function renewChannelToken(
  bus: Pick<BusClient, 'call'>,
  { tenantId, externalId, used, readStored }: TokenToRenew,
  untilMs: number,
): Promise<string | null> {
  const readOther = async (): Promise<string | null> => {
    const token = await readStored();
    return token === used ? null : token;
  };
  const stored = await readOther();
  if (stored !== null) return stored;
  const account = { tenantId, channel: 'tt' as const, externalId };
  await bus.call(refreshChannelToken, account, { requestId: makeId('req'), deadlineAt: untilMs });
  return readOther();
}
