import type { FastifyInstance } from 'fastify';
import type { CallbackAddress } from '../../callbacks/callback-address.ts';
import type { CallbackSender } from '../../callbacks/callback-sender.ts';
import { keepTiktok } from '../../state/keep-memory.ts';
import type { KeptPart } from '../../state/kept-part.ts';
import type { SandboxState } from '../../state/sandbox-state.ts';
import { makePersonActs } from './control/person-acts.ts';
import { tiktokControlRoutes } from './control/tiktok-control-routes.ts';
import { PersonMessage } from './control/tiktok-controls.ts';
import { TIKTOK_SEED } from './state/tiktok-account.ts';
import { makeTiktokState, type TiktokConversation } from './state/tiktok-state.ts';
import { makeAcceptMessage } from './wire/accept-message.ts';
import { makeCommentActs } from './wire/comment-acts.ts';
import { commentRoutes } from './wire/comment-routes.ts';
import { dialogRoutes } from './wire/dialog-routes.ts';
import { messageRoutes } from './wire/message-routes.ts';
import { oauthRoutes } from './wire/oauth-routes.ts';
import { makeTiktokWebhooks } from './wire/post-webhook.ts';
import { videoRoutes } from './wire/video-routes.ts';
import { webhookConfigRoutes } from './wire/webhook-config-routes.ts';

const REPLY_DELAY_MS = 300;
const MAX_WAITING = 1000;

/** Adds the emulated TikTok: its API, its dialog, its webhooks and the control routes of its people. */
export function composeTiktok(parts: {
  app: FastifyInstance;
  sandbox: SandboxState;
  callbacks: CallbackSender;
  address: CallbackAddress;
  now: () => number;
  options: { tiktokAppId?: string | undefined; tiktokAppSecret?: string | undefined };
}): { stop(): void; reset(): void; kept: KeptPart } {
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

  /** Makes the person answer, if the settings enable it. */
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
  tiktokControlRoutes(app, deps);

  function stop() {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  }
  return {
    stop,
    kept: keepTiktok(state),
    reset() {
      stop();
      state.reset();
    },
  };
}
