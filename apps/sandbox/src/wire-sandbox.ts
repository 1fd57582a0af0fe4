import type { FastifyInstance } from 'fastify';
import { makeAutoReply } from './auto-reply.ts';
import type { CallbackSender } from './call-back.ts';
import type { CallbackAddress } from './callback-address.ts';
import { accountRoutes } from './control/account-routes.ts';
import { makeCustomerActs } from './control/customer-acts.ts';
import { customerRoutes } from './control/customer-routes.ts';
import { inspectRoutes } from './control/inspect-routes.ts';
import { webhookRoutes } from './control/webhook-routes.ts';
import type { MountedDeviceNetwork } from './device-network/mount-device-network.ts';
import { makeAcceptSend } from './graph/accept-send.ts';
import { graphRoutes } from './graph/graph-routes.ts';
import { makeMetaWebhooks } from './graph/post-webhook.ts';
import { makeReceiptSchedule } from './graph/schedule-receipts.ts';
import { wirePages } from './meta/wire-pages.ts';
import { receiverControlRoutes, receiverRoutes } from './receiver/receiver-routes.ts';
import type { SandboxState } from './state/sandbox-state.ts';
import { makeTelegramUpdates } from './telegram/post-update.ts';
import { makeTelegramSend } from './telegram/send-methods.ts';
import { telegramRoutes } from './telegram/telegram-routes.ts';
import { wireTiktok } from './tiktok/wire-tiktok.ts';

/** The app that the sandbox knows, when none is named. */
const DEMO_META_APP_ID = 'demo-meta-app';

/** What the sandbox is put together from. */
export interface SandboxParts {
  app: FastifyInstance;
  state: SandboxState;
  callbacks: CallbackSender;
  address: CallbackAddress;
  devices: MountedDeviceNetwork;
  now: () => number;
  options: {
    metaAppId?: string;
    metaAppSecret: string;
    metaVerifyToken: string;
    tiktokAppId?: string;
    tiktokAppSecret?: string;
  };
  /** The address that the sandbox listens on. */
  ownUrl: () => string;
}

/** Connects providers, simulated customers and control routes; `stop` ends what is still scheduled. */
export function wireSandbox({ app, state, callbacks, address, devices, now, options, ownUrl }: SandboxParts): {
  stop(): void;
} {
  const { metaAppId: appId = DEMO_META_APP_ID, metaAppSecret: appSecret, metaVerifyToken: verifyToken } = options;
  const callbackUrl = address.metaUrl;
  const webhooks = makeMetaWebhooks({ state, callbacks, appSecret, callbackUrl });
  const updates = makeTelegramUpdates({ callbacks, now, reach: address.reach });
  const receipts = makeReceiptSchedule({
    settings: () => state.settings,
    now,
    post: (number, statuses) => void webhooks.postValue(number, { statuses }),
  });
  const pages = wirePages({ app, state, webhooks, appId, appSecret, now, ownUrl });
  const { pageWebhooks, attachmentOrigin } = pages;
  const acts = makeCustomerActs({ state, webhooks, updates, pageWebhooks, attachmentOrigin, now });
  const autoReply = makeAutoReply({ state, acts: () => acts });
  const { onAccepted } = autoReply;
  const tiktok = wireTiktok({ app, sandbox: state, callbacks, address, now, options });
  const stop = () => {
    tiktok.stop();
    receipts.clear();
    pages.receipts.clear();
    autoReply.clear();
  };

  const acceptSend = makeAcceptSend({ state, receipts, now, onAccepted });
  graphRoutes(app, { state, appSecret, now, acceptSend, shared: pages.open(onAccepted) });
  const send = makeTelegramSend({ state, now, onAccepted });
  telegramRoutes(app, { state, updates, send, trustedOrigin: address.origin });
  customerRoutes(app, state, acts);
  accountRoutes(app, state);
  webhookRoutes(app, { state, webhooks, updates, appSecret, verifyToken, callbackUrl, now });
  receiverControlRoutes(app, state);
  receiverRoutes(app, state, now);
  inspectRoutes(app, {
    state,
    callbackOrigin: address,
    pending: () => ({
      callbacks: callbacks.pending(),
      callbacks_dropped: callbacks.dropped(),
      receipts: receipts.pending() + pages.receipts.pending(),
    }),
    reset() {
      stop();
      callbacks.clear();
      state.reset();
      tiktok.reset();
      devices.reset();
    },
  });
  return { stop };
}
