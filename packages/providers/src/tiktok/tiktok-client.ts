import { z } from 'zod';
import { textOf } from '../http/json-walk.ts';
import type { ReadResult } from '../sent/send-outcome.ts';
import { readData } from './tiktok-answer.ts';
import { makeCallTiktok, type TiktokOptions } from './tiktok-call.ts';
import { makeCommentCalls, type TiktokCommentCalls } from './tiktok-comments.ts';
import { makeMessageCalls, type TiktokMessageCalls } from './tiktok-messages.ts';
import { makeTokenCalls, type TiktokTokenCalls } from './tiktok-tokens.ts';

export type { TiktokOptions } from './tiktok-call.ts';
export type { TiktokComment } from './tiktok-comment.ts';
export type { TiktokMessage } from './tiktok-messages.ts';
export type { TiktokTokens } from './tiktok-tokens.ts';

/**
 * The calls of TikTok's Accounts and Business Messaging API that tt needs (docs/reference/tt.md). Every call reports a
 * failure as a SendFailure; `provider.code` 40102 means that the access token has expired and a refresh helps.
 */
export interface TiktokClient extends TiktokTokenCalls, TiktokMessageCalls, TiktokCommentCalls {
  getBusiness(
    accessToken: string,
    openId: string,
  ): Promise<ReadResult<{ username: string | null; displayName: string | null }>>;
}

const Business = z.looseObject({});

/** Makes the client; without an app only the calls of an account work. */
export function makeTiktokClient(options: TiktokOptions): TiktokClient {
  const call = makeCallTiktok(options);
  return {
    ...makeTokenCalls(call, options),
    ...makeMessageCalls(call, options),
    ...makeCommentCalls(call),
    async getBusiness(accessToken, openId) {
      const query = { business_id: openId, fields: ['username', 'display_name', 'profile_image'] };
      const answer = await call({ method: 'GET', path: '/business/get/', accessToken, query });
      return readData(answer, Business, (data) => ({
        username: textOf(data.username),
        displayName: textOf(data.display_name),
      }));
    },
  };
}
