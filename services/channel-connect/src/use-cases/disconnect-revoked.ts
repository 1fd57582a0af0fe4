import type { ClaimedToken } from '../domain/tiktok-token.ts';
import type { ChannelConnectService } from '../service.ts';
import { releaseToken } from '../storage/token-store.ts';
import { disconnectWithLinked } from './disconnect-with-linked.ts';

/** Disconnects the account of a dead token. False, and the claim is released, when it has a new authorization by now. */
export async function disconnectRevoked(service: ChannelConnectService, token: ClaimedToken): Promise<boolean> {
  const { tenantId, externalId, credentials } = token;
  const account = { tenantId, channel: 'tt', externalId } as const;
  const gone = await disconnectWithLinked(service, account, 'token_revoked', { credentialsDifferFrom: credentials });
  if (gone === null) await releaseToken(service.database, token, null);
  return gone !== null;
}
