import { createHash, timingSafeEqual } from 'node:crypto';
import { verb } from '@parley/bus/verb';
import { receiveCallback as contract } from '@parley/common/contracts/internal/receive-callback';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { verifyHubSignature } from '@parley/providers/graph/signature';
import type { InboundItem } from '@parley/providers/inbound-item';
import { isTiktokSignature } from '@parley/providers/tiktok/tiktok-signature';
import { findCallbackSecretHash } from '../batch/account.store.ts';
import { storeItems } from '../batch/store-items.steps.ts';
import { learnNames } from '../people/learn-names.steps.ts';
import type { InboundService } from '../service.ts';
import { acknowledgeCallbacks } from './acknowledge-callbacks.steps.ts';
import { forwardItems } from './forward-items.steps.ts';
import { isForwarded } from './forwarded-item.rules.ts';
import { openCallWindows } from './open-call-windows.steps.ts';
import { parseCallback } from './parse-callback.rules.ts';

/**
 * Receives a provider's webhook: verifies its signature over the exact bytes, then commits everything in it. Answers
 * only after the commit, so that nothing that was answered 200 can be lost
 * (docs/reference/webhook-delivery.md#promise). Errors: invalid_signature, invalid_json, service_unavailable.
 */
export const receiveCallback = verb(contract, async (service: InboundService, input, context) => {
  await verifyCallback(service, input);
  const items = parseCallback(input, service.now());
  await openCallWindows(service, items);
  const forwarded = items.filter(isForwarded);
  await Promise.all([
    storeItems(
      service,
      items.filter((item) => !isForwarded(item)),
    ),
    forwarded.length > 0 ? forwardItems(service, forwarded, context) : undefined,
  ]);
  acknowledgeCallbacks(service, items);
  learnNames(service, items);
  reportLostTexts(service, items);
  return { items: items.length };
});

type Input = InputOf<typeof contract>;

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
async function verifyCallback(service: InboundService, input: Input): Promise<void> {
  if (await isGenuine(service, input)) return;
  service.metrics.forged(input.provider);
  throw new AppError('invalid_signature');
}

/**
 * Logs the texts that the platform could not deliver after their audio (wa): their messages stay sent
 * (docs/reference/sends.md#media).
 */
function reportLostTexts({ logger }: Pick<InboundService, 'logger'>, items: readonly InboundItem[]): void {
  for (const item of items) {
    if (item.kind !== 'receipt' || !item.isPart || item.error === null) continue;
    const { message, provider_code: code } = item.error;
    logger.warn(
      'accompanying-text.failed',
      { message_id: item.callbackData, provider: { name: 'graph', status: null, code, message } },
      'A later part of a message could not be delivered.',
    );
  }
}
