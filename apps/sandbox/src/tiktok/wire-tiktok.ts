import type { FastifyInstance } from 'fastify';
import type { CallbackSender } from '../call-back.ts';
import type { CallbackAddress } from '../callback-address.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { makeAcceptMessage } from './accept-message.ts';
import { makeCommentActs } from './comment-acts.ts';
import { commentControlRoutes } from './comment-control-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import { tiktokAccountRoutes, tiktokPersonRoutes, tiktokSettingRoutes } from './control-routes.ts';
import { dialogRoutes } from './dialog-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { oauthRoutes } from './oauth-routes.ts';
import { makePersonActs, PersonMessage } from './person-acts.ts';
import { makeTiktokWebhooks } from './post-webhook.ts';
import { TIKTOK_SEED } from './seed-tiktok.ts';
import { makeTiktokState, type TiktokConversation } from './tiktok-state.ts';
import { videoRoutes } from './video-routes.ts';
import { webhookConfigRoutes } from './webhook-config-routes.ts';

const REPLY_DELAY_MS = 300;
const MAX_WAITING = 1000;

/** Adds the emulated TikTok: its API, its dialog, its webhooks and the control routes of its people. */
export function wireTiktok(parts: {
  app: FastifyInstance;
  sandbox: SandboxState;
  callbacks: CallbackSender;
  address: CallbackAddress;
  now: () => number;
  options: { tiktokAppId?: string | undefined; tiktokAppSecret?: string | undefined };
}): { stop(): void; reset(): void } {
  const { app, sandbox, callbacks, address, now, options } = parts;
  const state = makeTiktokState();
  const tiktokApp = {
    id: options.tiktokAppId ?? TIKTOK_SEED.appId,
    secret: options.tiktokAppSecret ?? TIKTOK_SEED.appSecret,
  };
  const defaultUrl = () => {
    const base = address.get();
    return base === null ? null : `${base.replace(/\/$/, '')}/hooks/tiktok`;
  };
  const webhooks = makeTiktokWebhooks({ state, callbacks, app: tiktokApp, defaultUrl, reach: address.reach, now });
  const people = makePersonActs({ sandbox, state, webhooks, now });
  const comments = makeCommentActs({ state, webhooks, now });
  const timers = new Set<NodeJS.Timeout>();

  /** Lets the person answer, when the settings say so. */
  function onAccepted({ openId, personId }: TiktokConversation, text: string | null) {
    const { autoReply } = sandbox.settings;
    const account = state.accounts.get(openId);
    if (autoReply === 'off' || !account || timers.size >= MAX_WAITING) return;
    const reply = autoReply === 'echo' ? `You wrote: ${text ?? ''}` : autoReply.text;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void people.write(account, personId, PersonMessage.parse({ text: reply }));
    }, REPLY_DELAY_MS);
    timer.unref();
    timers.add(timer);
  }

  const deps = { state, sandbox, faults: sandbox.faults, app: tiktokApp, now, webhooks, people, comments };
  oauthRoutes(app, deps);
  dialogRoutes(app, deps);
  videoRoutes(app, deps);
  commentRoutes(app, deps);
  messageRoutes(app, { ...deps, accept: makeAcceptMessage({ sandbox, state, webhooks, now, onAccepted }) });
  webhookConfigRoutes(app, deps);
  tiktokAccountRoutes(app, deps);
  tiktokPersonRoutes(app, deps);
  tiktokSettingRoutes(app, deps);
  commentControlRoutes(app, deps);

  function stop() {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  }
  return {
    stop,
    reset() {
      stop();
      state.reset();
    },
  };
}
