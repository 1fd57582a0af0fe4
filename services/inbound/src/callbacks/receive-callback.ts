import { createHash, timingSafeEqual } from 'node:crypto';
import { verb } from '@parley/bus/verb';
import { receiveCallback as contract } from '@parley/common/contracts/internal/receive-callback';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { isTiktokSignature } from '@parley/providers/tiktok/tiktok-signature';
import { findCallbackSecretHash, findOfOtherLogin } from '../batch/account.store.ts';
import { storeItems } from '../batch/store-items.steps.ts';
import { keepHistory, noteApp } from '../history/keep-history.steps.ts';
import { learnNames } from '../people/learn-names.steps.ts';
import type { InboundService } from '../service.ts';
import { acknowledgeCallbacks } from './acknowledge-callbacks.steps.ts';
import { forwardItems, isForwarded } from './forward-items.steps.ts';
import { findSigner, type Login } from './meta-signer.rules.ts';
import { openCallWindows } from './open-call-windows.steps.ts';
import { parseCallback } from './parse-callback.rules.ts';

/**
 * Receives a provider's webhook: verifies its signature over the exact bytes, then commits everything in it. Answers
 * only after the commit, so that nothing that was answered 200 can be lost
 * (docs/reference/webhook-delivery.md#promise). Errors: invalid_signature, invalid_json, service_unavailable.
 */
export const receiveCallback = verb(contract, async (service: InboundService, input, context) => {
  const login = await verifyCallback(service, input);
  const items = await withoutOtherLogin(service, parseCallback(input, service.now()), login);
  await openCallWindows(service, items);
  const present = await keepHistory(service, items);
  const forwarded = present.filter(isForwarded);
  const own = present.filter((item) => !isForwarded(item));
  // People are locked before conversations, so hand-overs do not share the transaction of the webhook's messages.
  const [handovers, others] = [own.filter(isHandover), own.filter((item) => !isHandover(item))];
  if (handovers.length > 0) await storeItems(service, handovers);
  await Promise.all([
    storeItems(service, others),
    forwarded.length > 0 ? forwardItems(service, forwarded, context) : undefined,
  ]);
  acknowledgeCallbacks(service, items);
  learnNames(service, items);
  await noteApp(service, items);
  reportLostTexts(service, items);
  return { items: items.length };
});

const isHandover = ({ kind }: InboundItem): boolean => kind === 'thread';

type Input = InputOf<typeof contract>;

/** Whether the signature or secret is the provider's, compared in constant time. Without a configured secret none is. */
async function isGenuine(
  { environment, database, now }: InboundService,
  { provider, account, raw, signature }: Input,
): Promise<boolean> {
  const { PARLEY_TIKTOK_APP_SECRET: tiktokSecret } = environment;
  if (signature === null || provider === 'meta') return false;
  if (provider === 'tiktok')
    return tiktokSecret !== undefined && isTiktokSignature(raw, signature, tiktokSecret, now());
  if (account === null) return false;
  const expected = await findCallbackSecretHash(database, account);
  const given = createHash('sha256').update(signature).digest();
  return expected !== null && expected.length === given.length && timingSafeEqual(expected, given);
}

/** Returns the login whose app sent the callback, if it is certain. Errors: invalid_signature, which is counted. */
async function verifyCallback(service: InboundService, input: Input): Promise<Login | null> {
  if (input.provider === 'meta' && input.signature !== null) {
    const signer = findSigner(service.environment, Buffer.from(input.raw), input.signature);
    if (signer !== null) return signer.login;
  } else if (await isGenuine(service, input)) return null;
  service.metrics.forged(input.provider);
  throw new AppError('invalid_signature');
}

/**
 * Leaves out what the app of an account's other login reports: an account of both logins is one account, whose messages
 * come from the app that it is connected with (docs/reference/ig.md#instagram-login).
 */
async function withoutOtherLogin(
  { database, logger }: InboundService,
  items: InboundItem[],
  login: Login | null,
): Promise<InboundItem[]> {
  const idOf = (item: InboundItem): string | null =>
    'account' in item && item.account.channel === 'ig' ? item.account.externalId : null;
  const named = new Set(items.flatMap((item) => idOf(item) ?? []));
  if (login === null || named.size === 0) return items;
  const others = new Set(await findOfOtherLogin(database, [...named], login));
  const kept = items.filter((item) => !others.has(idOf(item) ?? ''));
  if (kept.length < items.length)
    logger.debug('callback.other-login', { left_out: items.length - kept.length }, 'Another login reported it too.');
  return kept;
}

/**
 * Logs the messages that the platform could not deliver after their audio (wa): their messages stay sent
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
