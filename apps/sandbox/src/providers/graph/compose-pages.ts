import type { FastifyInstance } from 'fastify';
import type { CallbackAddress } from '../../callbacks/callback-address.ts';
import type { SandboxState } from '../../state/sandbox-state.ts';
import { commentRoutes } from './control/comment-routes.ts';
import { instagramControlRoutes } from './control/instagram-control-routes.ts';
import { pageControlRoutes } from './control/page-control-routes.ts';
import type { InstagramApp } from './wire/instagram/instagram-app.ts';
import { instagramDialogRoutes } from './wire/instagram/instagram-dialog.ts';
import { instagramRoutes } from './wire/instagram/instagram-routes.ts';
import { type AcceptPageSendDeps, makeAcceptPageSend } from './wire/pages/accept-page-send.ts';
import { attachmentRoutes } from './wire/pages/attachment-routes.ts';
import { dialogRoutes } from './wire/pages/dialog-routes.ts';
import { fetchAttachment } from './wire/pages/fetch-attachment.ts';
import { makeSharedCalls, pageRoutes, type SharedCalls } from './wire/pages/page-routes.ts';
import { makePageWebhooks, type PageWebhooks } from './wire/pages/post-page-webhook.ts';
import { makePageReceipts, type PageReceipts } from './wire/pages/schedule-page-receipts.ts';
import { sdkRoute } from './wire/signup/sdk-route.ts';
import type { MetaWebhooks } from './wire/whatsapp/post-webhook.ts';

export interface PageParts {
  app: FastifyInstance;
  state: SandboxState;
  webhooks: MetaWebhooks;
  appId: string;
  appSecret: string;
  instagramApp: InstagramApp;
  address: CallbackAddress;
  now: () => number;
  /** The address of the app's webhooks; null: none. */
  callbackUrl: () => string | null;
  /** The sandbox's own address, until the application reaches it under another one. */
  ownUrl: () => string;
}

/** The members of Facebook and Instagram that the rest of the sandbox uses. */
export interface Pages {
  pageWebhooks: PageWebhooks;
  receipts: PageReceipts;
  attachmentOrigin(): string;
  /** Adds every route; returns the handlers of the paths that WhatsApp shares. */
  open(onAccepted: AcceptPageSendDeps['onAccepted']): SharedCalls;
}

export function composePages(parts: PageParts): Pages {
  const { app, state, webhooks, appId, appSecret, instagramApp, address, callbackUrl, now, ownUrl } = parts;
  const pageWebhooks = makePageWebhooks({ webhooks, appSecret, instagramSecret: instagramApp.secret, now });
  const receipts = makePageReceipts({ settings: () => state.settings, webhooks: pageWebhooks, appId, now });
  const attachmentOrigin = () => state.meta.seenOrigin ?? ownUrl();
  return {
    pageWebhooks,
    receipts,
    attachmentOrigin,
    open(onAccepted) {
      const acceptSend = makeAcceptPageSend({ state, receipts, fetchAttachment, now, onAccepted });
      const deps = { state, webhooks: pageWebhooks, receipts, now, appId, appSecret, callbackUrl, acceptSend };
      dialogRoutes(app, { state, appId, webhooks, now });
      sdkRoute(app);
      pageRoutes(app, deps);
      attachmentRoutes(app, state);
      const login = { ...deps, instagramApp };
      instagramDialogRoutes(app, login);
      instagramRoutes(app, login);
      instagramControlRoutes(app, { state, instagramApp, appSecret, address, now });
      const acts = { state, pageWebhooks, attachmentOrigin, now };
      pageControlRoutes(app, acts);
      commentRoutes(app, acts);
      return makeSharedCalls(deps);
    },
  };
}
