import { verb } from '@parley/bus/verb';
import { receiveOwnerRemoval as contract } from '@parley/common/contracts/internal/owner-removal';
import { AppError } from '@parley/common/errors';
import type { ChannelConnectService } from '../service.ts';
import { disconnectWithLinked } from './disconnect.steps.ts';
import { makeRemovalCode, readSignedRequest } from './owner-removal.rules.ts';
import { listAuthorizedBy } from './removal.store.ts';

const BATCH = 100;
/** The time of a request has no fraction of a second. */
const SECOND_MS = 1000;

/**
 * Disconnects the accounts of an owner who removed the app at the platform, or who asks there for the deletion of their
 * data, and deletes their tokens (docs/reference/ig.md#removal-by-the-owner). A repeat changes nothing. An account that
 * was authorized again since then stays. Errors: invalid_signature.
 */
export const receiveOwnerRemoval = verb(contract, async (service: ChannelConnectService, { signedRequest }) => {
  const { environment, database, cipher } = service;
  const secrets = [
    environment.PARLEY_META_APP_SECRET,
    environment.PARLEY_INSTAGRAM_APP_SECRET,
    environment.PARLEY_INSTAGRAM_META_APP_SECRET,
  ];
  const at = service.now();
  const request = readSignedRequest(signedRequest, secrets, at);
  if (!request) throw new AppError('invalid_signature');
  const authorizedAfter = new Date(request.issuedAt.getTime() + SECOND_MS);
  let disconnected = 0;
  for (let afterId = 0; ; ) {
    const accounts = await listAuthorizedBy(database, { userId: request.userId, afterId, count: BATCH });
    for (const account of accounts) {
      const linked = await disconnectWithLinked(service, account, 'token_revoked', { authorizedAfter });
      if (linked !== null) disconnected += 1 + linked.length;
      afterId = account.id;
    }
    if (accounts.length < BATCH) break;
  }
  return { disconnected, confirmationCode: makeRemovalCode(cipher, { at, disconnected }) };
});
