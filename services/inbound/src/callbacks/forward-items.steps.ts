import { at } from '@parley/common/at';
import type { CallContext } from '@parley/common/call-context';
import {
  reportBrokenChannel,
  reportBusinessAccount,
  reportTemplate,
} from '@parley/common/contracts/internal/channel-health';
import { type CommentChange, storeComments } from '@parley/common/contracts/internal/store-comments';
import { AppError, statusOf } from '@parley/common/errors';
import { contactTyping, marketingTermsSigned } from '@parley/common/hints';
import { isolateRefused } from '@parley/database/batches/isolate-refused';
import { splitBySize } from '@parley/database/batches/split-by-size';
import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { accountKey, namedAccounts } from '../batch/account.rules.ts';
import { findConnectedAccounts } from '../batch/account.store.ts';
import { mapToUnavailable } from '../batch/failures.steps.ts';
import type { ItemOf } from '../batch/inbound-message.rules.ts';
import { tidyItem } from '../batch/tidy-item.rules.ts';
import { setAsideComment } from '../quarantine/set-aside.steps.ts';
import type { InboundService } from '../service.ts';

/** The context of calls to other services for a webhook, within its deadline. */
type ForwardContext = Pick<CallContext, 'requestId' | 'deadlineAt'>;

/** Comments per call: each may be 64 kB, and the smallest bus carries 1 MiB. */
const MAX_COMMENTS = 1000;
const MAX_BYTES = 768 * 1024;

/** Whether a channel has comments. */
const isCommentPlatform = (channel: string): channel is CommentChange['platform'] =>
  channel === 'fb' || channel === 'ig' || channel === 'tt';

function toChange(item: ItemOf<'comment'>): CommentChange[] {
  const { channel, externalId } = item.account;
  if (!isCommentPlatform(channel)) return [];
  return [
    {
      platform: channel,
      externalId,
      change: item.change,
      commentId: item.commentId,
      postId: item.postId,
      parentId: item.parentId,
      text: item.text,
      ...(item.media ? { media: item.media } : {}),
      from: item.from,
      isOwn: item.isOwn,
      at: item.at.toISOString(),
    },
  ];
}

/** Errors that are caused by the comments, so that a retry fails again. */
const isRefused = (error: unknown): boolean => error instanceof AppError && statusOf(error.code) < 429;

/** The times of TikTok and of Meta's account webhooks are whole seconds: a token stored within that second was revoked too. */
const endOfSecond = (at: Date): string => new Date(Math.floor(at.getTime() / 1000) * 1000 + 999).toISOString();

/** services/comments stores comments; those that it refuses because of their content are set aside. */
async function forwardComments(
  service: InboundService,
  items: readonly InboundItem[],
  context: ForwardContext,
): Promise<void> {
  const changes = items.flatMap((item) => (item.kind === 'comment' ? toChange(item) : []));
  for (const part of splitBySize(changes, { maxItems: MAX_COMMENTS, maxBytes: MAX_BYTES }))
    await isolateRefused(part, {
      async run(some) {
        const { refused = [] } = await service.bus.call(storeComments, { changes: [...some] }, context);
        for (const { index, reason } of refused) {
          await setAsideComment(service, at(some, index), reason);
        }
      },
      isRefused,
      setAside: (change, error) => setAsideComment(service, change, refusalReason(error)),
    });
}

/** services/channel-connect marks accounts whose authorization was withdrawn. */
async function reportUnauthorized(
  { database, bus }: InboundService,
  items: readonly InboundItem[],
  context: ForwardContext,
): Promise<void> {
  const gone = items.flatMap((item) => (item.kind === 'unauthorized' ? [item] : []));
  if (gone.length === 0) return;
  const accounts = await findConnectedAccounts(database, namedAccounts(gone));
  for (const { account, at } of gone) {
    const held = accounts.get(accountKey(account.channel, account.externalId));
    if (!held) continue;
    const { tenantId, channel, externalId } = held;
    const report = { tenantId, channel, externalId, observedAt: endOfSecond(at), takenBack: true };
    await bus.call(reportBrokenChannel, report, context);
  }
}

/**
 * services/channel-connect applies news about a WhatsApp Business Account to its numbers, in order: a later item may
 * revoke an earlier one.
 */
async function reportBusinesses(
  { bus }: InboundService,
  items: readonly InboundItem[],
  context: ForwardContext,
): Promise<void> {
  for (const item of items) {
    if (item.kind !== 'business') continue;
    const { wabaId, number, at, news } = item;
    if (news.kind === 'marketing_terms') bus.publishHint(marketingTermsSigned, { wabaId });
    else await bus.call(reportBusinessAccount, { wabaId, number, observedAt: endOfSecond(at), news }, context);
  }
}

/** services/channel-connect reports what Meta decided about templates to the tenants of the account. */
async function reportTemplates(
  { bus }: InboundService,
  items: readonly InboundItem[],
  context: ForwardContext,
): Promise<void> {
  for (const item of items) {
    if (item.kind !== 'template') continue;
    const { wabaId, at, news } = item;
    await bus.call(reportTemplate, { wabaId, observedAt: at.toISOString(), news }, context);
  }
}

/**
 * Forwards items to the services that own them, and resolves when they have committed; typing notices are only
 * published. Errors: service_unavailable: the provider repeats the webhook, and those services de-duplicate the repeat.
 */
export const forwardItems = (
  service: InboundService,
  items: readonly InboundItem[],
  context: ForwardContext,
): Promise<void> =>
  mapToUnavailable(async () => {
    publishTyping(service, items);
    await Promise.all([
      forwardComments(service, items, context),
      reportUnauthorized(service, items, context),
      reportBusinesses(service, items, context),
      reportTemplates(service, items, context),
    ]);
  });

/**
 * Publishes typing notices without storing them: services/webhook-delivery finds the account and the keys that subscribe
 * to them (docs/reference/events.md#contacttyping).
 */
export function publishTyping(service: InboundService, items: readonly InboundItem[]): void {
  for (const given of items) {
    if (given.kind !== 'typing') continue;
    const { item } = tidyItem(given, service.now());
    if (item.kind !== 'typing') continue;
    const { channel, externalId, otherExternalId } = item.account;
    service.bus.publishHint(contactTyping, {
      channel,
      externalIds: [externalId, ...(otherExternalId === undefined ? [] : [otherExternalId])],
      from: item.from.address,
      group: item.group ?? null,
      state: item.state,
      at: item.at.toISOString(),
    });
  }
}

const FORWARDED = ['comment', 'unauthorized', 'business', 'template', 'typing'] as const;

/** Whether another service takes the item. */
export const isForwarded = (item: InboundItem): item is ItemOf<(typeof FORWARDED)[number]> =>
  FORWARDED.some((kind) => kind === item.kind);
