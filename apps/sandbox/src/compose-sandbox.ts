import type { FastifyInstance } from 'fastify';
import type { CallbackAddress } from './callbacks/callback-address.ts';
import type { CallbackSender } from './callbacks/callback-sender.ts';
import { sandboxRoutes } from './control/sandbox-routes.ts';
import { webhookRoutes } from './control/webhook-routes.ts';
import { makeAutoReply } from './customers/auto-reply.ts';
import { makeCustomerActs } from './customers/customer-acts.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { phoneRoutes } from './phone/phone-routes.ts';
import { composeAi } from './providers/ai/compose-ai.ts';
import { composePages } from './providers/graph/compose-pages.ts';
import { threadControlRoutes } from './providers/graph/control/thread-control-routes.ts';
import { whatsappControlRoutes } from './providers/graph/control/whatsapp-control-routes.ts';
import { INSTAGRAM_APP_SEED } from './providers/graph/state/instagram-login.ts';
import { makeAcceptSend } from './providers/graph/wire/whatsapp/accept-send.ts';
import { makeMetaWebhooks } from './providers/graph/wire/whatsapp/post-webhook.ts';
import { makeReceiptSchedule } from './providers/graph/wire/whatsapp/schedule-receipts.ts';
import { whatsappRoutes } from './providers/graph/wire/whatsapp/whatsapp-routes.ts';
import type { MountedDeviceNetwork } from './providers/linked-devices/mount-device-network.ts';
import { mailRoutes } from './providers/mail/control/mail-routes.ts';
import type { Mailbox } from './providers/mail/state/mailbox.ts';
import type { MailServer } from './providers/mail/wire/mail-server.ts';
import { smsPages } from './providers/sms/control/sms-pages.ts';
import { makeSmsState } from './providers/sms/state/sms-state.ts';
import { smsRoutes } from './providers/sms/wire/sms-routes.ts';
import { botRoutes } from './providers/telegram/control/bot-routes.ts';
import { makeTelegramUpdates } from './providers/telegram/wire/post-update.ts';
import { makeTelegramSend } from './providers/telegram/wire/send-methods.ts';
import { telegramRoutes } from './providers/telegram/wire/telegram-routes.ts';
import { composeTiktok } from './providers/tiktok/compose-tiktok.ts';
import { receiverControlRoutes, receiverRoutes } from './receiver/receiver-routes.ts';
import { META_APP_SEED } from './seed.ts';
import { keepMemory } from './state/keep-memory.ts';
import { type KeptPart, keepAll } from './state/kept-part.ts';
import type { SandboxState } from './state/sandbox-state.ts';

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
    instagramAppId?: string;
    instagramAppSecret?: string;
    tiktokAppId?: string;
    tiktokAppSecret?: string;
  };
  mailbox: Mailbox;
  /** Null until it listens. */
  mailServer: () => MailServer | null;
  /** Origins whose pages may show the test phone in a frame. */
  frameOrigins(): readonly string[];
  /** The address that the sandbox listens on. */
  ownUrl: () => string;
}

/**
 * Connects providers, simulated customers and control routes; `stop` cancels scheduled work, and `kept` is the memory
 * that survives a restart.
 */
export function composeSandbox(parts: SandboxParts): { stop(): void; kept: KeptPart } {
  const { app, state, callbacks, address, devices, now, options, ownUrl, mailbox } = parts;
  const { metaAppId: appId = META_APP_SEED.id, metaAppSecret: appSecret, metaVerifyToken: verifyToken } = options;
  const callbackUrl = address.metaUrl;
  const webhooks = makeMetaWebhooks({ state, callbacks, appSecret, callbackUrl });
  const updates = makeTelegramUpdates({ callbacks, now, reach: address.reach });
  const receipts = makeReceiptSchedule({
    settings: () => state.settings,
    now,
    post: (number, statuses) => void webhooks.postValue(number, { statuses }),
  });
  const instagramApp = {
    id: options.instagramAppId ?? INSTAGRAM_APP_SEED.id,
    secret: options.instagramAppSecret ?? INSTAGRAM_APP_SEED.secret,
  };
  const pages = composePages({
    app,
    state,
    webhooks,
    appId,
    appSecret,
    instagramApp,
    address,
    callbackUrl,
    now,
    ownUrl,
  });
  const { pageWebhooks, attachmentOrigin } = pages;
  const acts = makeCustomerActs({ state, webhooks, updates, pageWebhooks, attachmentOrigin, now });
  const autoReply = makeAutoReply({ state, acts: () => acts });
  const { onAccepted } = autoReply;
  const tiktok = composeTiktok({ app, sandbox: state, callbacks, address, now, options });
  const stop = () => {
    tiktok.stop();
    receipts.clear();
    pages.receipts.clear();
    autoReply.clear();
  };

  const acceptSend = makeAcceptSend({ state, receipts, now, onAccepted });
  whatsappRoutes(app, { state, appSecret, now, acceptSend, shared: pages.open(onAccepted) });
  const send = makeTelegramSend({ state, now, onAccepted });
  telegramRoutes(app, { state, updates, send, now, trustedOrigin: address.origin });
  customerRoutes(app, state, acts);
  whatsappControlRoutes(app, { state, webhooks, now });
  threadControlRoutes(app, { state, webhooks, pageWebhooks, appId, now });
  botRoutes(app, state.telegram);
  webhookRoutes(app, { state, webhooks, updates, appSecret, verifyToken, callbackUrl, now });
  receiverControlRoutes(app, state);
  receiverRoutes(app, state, now);
  const ai = composeAi(app, now);
  const sms = makeSmsState();
  mailRoutes(app, { mailbox, server: parts.mailServer });
  smsRoutes(app, { sms, now });
  smsPages(app, { sms });
  const phone = phoneRoutes(app, { state, network: devices.network, now, frameOrigins: parts.frameOrigins });
  sandboxRoutes(app, {
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
      mailbox.reset();
      sms.reset();
      ai.reset();
      phone.reset();
      parts.mailServer()?.offerStartTls(false);
    },
    forget: phone.forget,
  });
  const { kept: chats } = phone;
  const kept = keepAll({ memory: keepMemory(state), tiktok: tiktok.kept, chats, devices: devices.kept });
  return { stop, kept };
}
