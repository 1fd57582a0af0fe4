import type { ActOutcome } from '@parley/providers/act-outcome';
import { refused } from '@parley/providers/send-outcome';
import { renewOnce } from '@parley/providers/tiktok/renew-once';
import type { TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { ChannelActs } from '../../domain/channel-acts.ts';
import type { SendingAccount } from '../../domain/channel-sender.ts';
import { renewToken, type TokenSources } from '../renew-token.ts';

const NO_THREAD = refused({
  name: 'tiktok',
  status: null,
  code: null,
  message: 'TikTok has no thread of this person.',
});

/** Sender actions of a thread; an expired access token is renewed once (docs/reference/tt.md#sending). */
export function makeTtActs(tiktok: Pick<TiktokClient, 'act'>, sources: TokenSources): ChannelActs {
  async function act(
    account: SendingAccount,
    threadId: string | null,
    action: 'TYPING' | 'MARK_READ',
    timeoutMs: number,
  ): Promise<ActOutcome> {
    if (threadId === null) return NO_THREAD;
    return renewOnce({
      token: account.credentials.access_token ?? '',
      untilMs: Date.now() + timeoutMs,
      call: (token, leftMs) => tiktok.act(token, account.externalId, threadId, action, leftMs),
      renew: (untilMs) => renewToken(sources, account, untilMs),
    });
  }
  return {
    markRead: (account, { threadId }, timeoutMs) => act(account, threadId, 'MARK_READ', timeoutMs),
    showTyping: (account, { threadId }, _state, timeoutMs) => act(account, threadId, 'TYPING', timeoutMs),
  };
}
