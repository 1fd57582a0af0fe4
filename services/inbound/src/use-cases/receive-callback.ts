import { createHash, timingSafeEqual } from 'node:crypto';
import type { receiveCallback, verifySubscription } from '@parley/common/contracts/internal/receive-callback';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { verifyHubSignature } from '@parley/providers/graph/signature';
import type { InboundItem } from '@parley/providers/inbound-item';
import { isTiktokSignature } from '@parley/providers/tiktok/tiktok-signature';
import { parseCallback } from '../domain/parse-callback.ts';
import { type ForwardContext, type ForwardItems, isForwarded } from './forward-items.ts';
import type { StoreItems } from './store-items.ts';

type Input = InputOf<typeof receiveCallback>;

export interface ReceiveCallbackDeps {
  /** App secret of Meta; without one every callback is refused. */
  metaAppSecret: string | undefined;
  /** App secret of TikTok, likewise. */
  tiktokAppSecret: string | undefined;
  findCallbackSecretHash(botId: string): Promise<Buffer | null>;
  storeItems: StoreItems['store'];
  /** Comments and withdrawn authorizations, which other services store. */
  forwardItems: ForwardItems;
  now(): Date;
  /** Runs after the commit, in the background. */
  acknowledge(items: readonly InboundItem[]): void;
  /** Likewise. */
  learnNames(items: readonly InboundItem[]): void;
  countForged(provider: string): void;
}

export type ReceiveCallback = (input: Input, context: ForwardContext) => Promise<OutputOf<typeof receiveCallback>>;

/** Whether the signature or secret is the provider's, compared in constant time. */
async function isGenuine(deps: ReceiveCallbackDeps, { provider, account, raw, signature }: Input): Promise<boolean> {
  if (signature === null) return false;
  if (provider === 'meta')
    return deps.metaAppSecret !== undefined && verifyHubSignature(Buffer.from(raw), signature, deps.metaAppSecret);
  if (provider === 'tiktok')
    return deps.tiktokAppSecret !== undefined && isTiktokSignature(raw, signature, deps.tiktokAppSecret, deps.now());
  if (account === null) return false;
  const expected = await deps.findCallbackSecretHash(account);
  const given = createHash('sha256').update(signature).digest();
  return expected !== null && expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * Receives a provider's webhook: verifies its signature over the exact bytes, then commits everything in it. Answers
 * only after the commit, so that nothing that was answered 200 can be lost
 * (docs/reference/webhook-delivery.md#promise). Errors: invalid_signature, invalid_json, service_unavailable.
 */
export function makeReceiveCallback(deps: ReceiveCallbackDeps): ReceiveCallback {
  return async (input, context) => {
    if (!(await isGenuine(deps, input))) {
      deps.countForged(input.provider);
      throw new AppError('invalid_signature');
    }
    const items = parseCallback(input, deps.now());
    const forwarded = items.filter(isForwarded);
    await Promise.all([
      deps.storeItems(items.filter((item) => !isForwarded(item))),
      forwarded.length > 0 ? deps.forwardItems(forwarded, context) : undefined,
    ]);
    deps.acknowledge(items);
    deps.learnNames(items);
    return { items: items.length };
  };
}

/**
 * Answers the provider's check of the callback address with its challenge; refused when no token is configured. Errors:
 * invalid_verify_token.
 */
export function makeVerifySubscription(verifyToken: string | undefined) {
  return async ({
    mode,
    token,
    challenge,
  }: InputOf<typeof verifySubscription>): Promise<OutputOf<typeof verifySubscription>> => {
    const digest = (value: string) => createHash('sha256').update(value).digest();
    const matches =
      verifyToken !== undefined && verifyToken !== '' && timingSafeEqual(digest(token), digest(verifyToken));
    if (mode !== 'subscribe' || !matches) throw new AppError('invalid_verify_token');
    return { challenge };
  };
}
