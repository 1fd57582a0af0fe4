import { createHash, timingSafeEqual } from 'node:crypto';
import type { receiveCallback, verifySubscription } from '@parley/common/contracts/internal/receive-callback';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { verifyHubSignature } from '@parley/providers/graph/signature';
import { parseWaWebhook } from '@parley/providers/graph/wa-webhook';
import type { InboundItem } from '@parley/providers/inbound-item';
import { parseTelegramUpdate } from '@parley/providers/telegram/telegram-update';
import { parseBody } from '../domain/clean-text.ts';
import type { StoreItems } from './store-items.ts';

type Input = InputOf<typeof receiveCallback>;

export interface ReceiveCallbackDeps {
  /** App secret of Meta; without one no callback is genuine. */
  metaAppSecret: string | undefined;
  findCallbackSecretHash(botId: string): Promise<Buffer | null>;
  storeItems: StoreItems['store'];
  /** After the commit, and never in the way of the answer. */
  acknowledge(items: readonly InboundItem[]): void;
  countForged(provider: string): void;
}

export type ReceiveCallback = (input: Input) => Promise<OutputOf<typeof receiveCallback>>;

/** Whether the sender proved to be the provider: both checks take the same time for every wrong value. */
async function isGenuine(deps: ReceiveCallbackDeps, { provider, account, raw, signature }: Input): Promise<boolean> {
  if (signature === null) return false;
  if (provider === 'meta')
    return deps.metaAppSecret !== undefined && verifyHubSignature(Buffer.from(raw), signature, deps.metaAppSecret);
  if (provider !== 'telegram' || account === null) return false;
  const expected = await deps.findCallbackSecretHash(account);
  const given = createHash('sha256').update(signature).digest();
  return expected !== null && expected.length === given.length && timingSafeEqual(expected, given);
}

function parse({ provider, account, raw }: Input): InboundItem[] {
  let body: unknown;
  try {
    body = parseBody(raw);
  } catch (cause) {
    throw new AppError('invalid_json', { cause });
  }
  return provider === 'telegram' ? parseTelegramUpdate(body, account ?? '') : parseWaWebhook(body);
}

/**
 * Takes a provider's webhook: checks who sent it over the exact bytes, then commits everything in it. Answers only
 * after the commit, so that what was answered 200 can't be lost (webhook-delivery.md, Promise).
 * Errors: invalid_signature, invalid_json, service_unavailable.
 */
export function makeReceiveCallback(deps: ReceiveCallbackDeps): ReceiveCallback {
  return async (input) => {
    if (!(await isGenuine(deps, input))) {
      deps.countForged(input.provider);
      throw new AppError('invalid_signature');
    }
    const items = parse(input);
    await deps.storeItems(items);
    deps.acknowledge(items);
    return { items: items.length };
  };
}

/** Answers the provider's check of the callback address with its challenge. Errors: invalid_verify_token. */
export function makeVerifySubscription(verifyToken: string | undefined) {
  return async ({
    mode,
    token,
    challenge,
  }: InputOf<typeof verifySubscription>): Promise<OutputOf<typeof verifySubscription>> => {
    const digest = (value: string) => createHash('sha256').update(value).digest();
    const matches = verifyToken !== undefined && timingSafeEqual(digest(token), digest(verifyToken));
    if (mode !== 'subscribe' || !matches) throw new AppError('invalid_verify_token');
    return { challenge };
  };
}
