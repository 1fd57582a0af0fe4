import type { CallContext } from '@parley/common/call-context';
import type { reportBusinessAccount } from '@parley/common/contracts/internal/channel-health';
import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { InputOf } from '@parley/common/define-contract';
import { AppError, statusOf } from '@parley/common/errors';
import { isolateRefused } from '@parley/database/isolate-refused';
import { splitBySize } from '@parley/database/split-by-size';
import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/inbound-item';
import { accountKey, type ConnectedAccount } from '../domain/connected-account.ts';
import type { ItemOf } from './apply-context.ts';
import { namedAccounts } from './apply-items.ts';

/** The context of calls to other services for a webhook, within its deadline. */
export type ForwardContext = Pick<CallContext, 'requestId' | 'deadlineAt'>;

export interface ForwardItemsDeps {
  /** services/comments stores them; returns those that it refuses because of their content. */
  storeComments(
    changes: CommentChange[],
    context: ForwardContext,
  ): Promise<{ refused?: readonly { index: number; reason: string }[] | undefined }>;
  /** Keeps a comment that cannot be stored because of its content. */
  setAside(change: CommentChange, reason: string): Promise<void>;
  /** services/channel-connect marks the account. */
  reportBroken(account: ConnectedAccount, observedAt: Date, context: ForwardContext): Promise<unknown>;
  /** services/channel-connect applies news about a WhatsApp Business Account to its numbers. */
  reportBusiness(report: InputOf<typeof reportBusinessAccount>, context: ForwardContext): Promise<unknown>;
  findAccounts(named: ReadonlySet<string>): Promise<Map<string, ConnectedAccount>>;
}

/** Comments per call: each may be 64 kB, and the smallest bus carries 1 MiB. */
const MAX_COMMENTS = 1000;
const MAX_BYTES = 768 * 1024;
const RETRY_AFTER_SECONDS = 1;

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

/** Whether another service stores the item. */
export const isForwarded = (
  item: InboundItem,
): item is ItemOf<'comment'> | ItemOf<'unauthorized'> | ItemOf<'business'> =>
  item.kind === 'comment' || item.kind === 'unauthorized' || item.kind === 'business';

/** The times of TikTok and of Meta's account webhooks are whole seconds: a token stored within that second was revoked too. */
const endOfSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000 + 999);

/**
 * Forwards comments, withdrawn authorizations and news about accounts to the services that own them, and resolves when
 * they have committed. If one is unavailable the answer is `service_unavailable`: the provider repeats the webhook, and
 * that service de-duplicates the repeat.
 */
export function makeForwardItems(deps: ForwardItemsDeps) {
  async function forwardComments(items: readonly InboundItem[], context: ForwardContext): Promise<void> {
    const changes = items.flatMap((item) => (item.kind === 'comment' ? toChange(item) : []));
    for (const part of splitBySize(changes, { maxItems: MAX_COMMENTS, maxBytes: MAX_BYTES }))
      await isolateRefused(part, {
        async run(some) {
          const { refused = [] } = await deps.storeComments([...some], context);
          for (const { index, reason } of refused) {
            const change = some[index];
            if (change) await deps.setAside(change, reason);
          }
        },
        isRefused,
        setAside: (change, error) => deps.setAside(change, refusalReason(error)),
      });
  }

  async function reportUnauthorized(items: readonly InboundItem[], context: ForwardContext): Promise<void> {
    const gone = items.flatMap((item) => (item.kind === 'unauthorized' ? [item] : []));
    if (gone.length === 0) return;
    const accounts = await deps.findAccounts(namedAccounts(gone));
    for (const { account, at } of gone) {
      const held = accounts.get(accountKey(account.channel, account.externalId));
      if (held) await deps.reportBroken(held, endOfSecond(at), context);
    }
  }

  /** In order: a later item may revoke an earlier one. */
  async function reportBusinesses(items: readonly InboundItem[], context: ForwardContext): Promise<void> {
    for (const item of items) {
      if (item.kind !== 'business') continue;
      const { wabaId, number, at, news } = item;
      await deps.reportBusiness({ wabaId, number, observedAt: endOfSecond(at).toISOString(), news }, context);
    }
  }

  return async (items: readonly InboundItem[], context: ForwardContext): Promise<void> => {
    try {
      await Promise.all([
        forwardComments(items, context),
        reportUnauthorized(items, context),
        reportBusinesses(items, context),
      ]);
    } catch (cause) {
      throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause });
    }
  };
}

export type ForwardItems = ReturnType<typeof makeForwardItems>;
