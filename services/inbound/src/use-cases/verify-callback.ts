import { createHash, timingSafeEqual } from 'node:crypto';
import type { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { verifyHubSignature } from '@parley/providers/graph/signature';
import { isTiktokSignature } from '@parley/providers/tiktok/tiktok-signature';
import type { InboundService } from '../service.ts';
import { findCallbackSecretHash } from '../storage/account-store.ts';

type Input = InputOf<typeof receiveCallback>;

/** Whether the signature or secret is the provider's, compared in constant time. Without a configured secret none is. */
async function isGenuine(
  { environment, database, now }: InboundService,
  { provider, account, raw, signature }: Input,
): Promise<boolean> {
  const { PARLEY_META_APP_SECRET: metaSecret, PARLEY_TIKTOK_APP_SECRET: tiktokSecret } = environment;
  if (signature === null) return false;
  if (provider === 'meta')
    return metaSecret !== undefined && verifyHubSignature(Buffer.from(raw), signature, metaSecret);
  if (provider === 'tiktok')
    return tiktokSecret !== undefined && isTiktokSignature(raw, signature, tiktokSecret, now());
  if (account === null) return false;
  const expected = await findCallbackSecretHash(database, account);
  const given = createHash('sha256').update(signature).digest();
  return expected !== null && expected.length === given.length && timingSafeEqual(expected, given);
}

/** Errors: invalid_signature, which is counted. */
export async function verifyCallback(service: InboundService, input: Input): Promise<void> {
  if (await isGenuine(service, input)) return;
  service.metrics.forged(input.provider);
  throw new AppError('invalid_signature');
}
