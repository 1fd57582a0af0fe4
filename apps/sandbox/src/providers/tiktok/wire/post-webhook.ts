import { createHmac } from 'node:crypto';
import type { CallbackOutcome, CallbackSender } from '../../../callbacks/callback-sender.ts';
import type { TiktokState } from '../state/tiktok-state.ts';

/** The kinds of events that an app can register an address for. */
export type TiktokEventType = 'DIRECT_MESSAGE' | 'COMMENT';

/** Posts TikTok's webhooks: one address for all accounts, signed with the app's secret. */
export interface TiktokWebhooks {
  /** The first attempt's outcome of the last repetition. */
  post(
    openId: string,
    event: string,
    content: Record<string, unknown>,
    options?: { times?: number; type?: TiktokEventType },
  ): Promise<CallbackOutcome>;
  /** `valid`: with the right key and the current time. */
  postRaw(body: Buffer, signature: 'valid' | 'forged' | 'stale' | 'none'): Promise<CallbackOutcome>;
  urlOf(type: TiktokEventType): string | null;
}

const STALE_SECONDS = 600;

/**
 * Ids of comments and videos are numbers beyond JavaScript's range; quotes inside a text are escaped, so a text never
 * matches.
 */
const withNumericIds = (json: string): string =>
  json.replace(/"(comment_id|video_id|parent_comment_id)":"(\d+)"/g, '"$1":$2');

/** Makes the poster; `defaultUrl` receives the webhooks for which the app has registered no address. */
export function makeTiktokWebhooks(deps: {
  state: TiktokState;
  callbacks: CallbackSender;
  app: { id: string; secret: string };
  defaultUrl: () => string | null;
  /** The address under which the sandbox reaches a webhook. */
  reach: (url: string) => string;
  now: () => number;
}): TiktokWebhooks {
  const { state, now } = deps;
  const urlOf: TiktokWebhooks['urlOf'] = (type) => {
    const url = state.callbackUrls.get(type);
    return url === undefined ? deps.defaultUrl() : deps.reach(url);
  };

  function sign(body: Buffer, signature: 'valid' | 'forged' | 'stale'): string {
    const seconds = Math.floor(now() / 1000) - (signature === 'stale' ? STALE_SECONDS : 0);
    const secret = signature === 'forged' ? `not ${deps.app.secret}` : deps.app.secret;
    return `t=${seconds},s=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`;
  }

  const send = (body: Buffer, signature: 'valid' | 'forged' | 'stale' | 'none', type: TiktokEventType) =>
    deps.callbacks.send({
      url: () => urlOf(type),
      headers: {
        'content-type': 'application/json',
        ...(signature === 'none' ? {} : { 'tiktok-signature': sign(body, signature) }),
      },
      body,
      accepts: (status) => status === 200,
    });

  return {
    urlOf,
    async post(openId, event, content, { times = 1, type = 'DIRECT_MESSAGE' } = {}) {
      const isComment = event === 'comment.update';
      const body = Buffer.from(
        JSON.stringify({
          client_key: deps.app.id,
          event,
          create_time: Math.floor(now() / 1000),
          user_openid: openId,
          content: isComment ? withNumericIds(JSON.stringify(content)) : JSON.stringify(content),
        }),
      );
      let outcome = await send(body, 'valid', type);
      for (let i = 1; i < times; i++) outcome = await send(body, 'valid', type);
      return outcome;
    },
    postRaw: (body, signature) => send(body, signature, 'DIRECT_MESSAGE'),
  };
}
