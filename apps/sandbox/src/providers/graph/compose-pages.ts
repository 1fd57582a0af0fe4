import type { FastifyInstance } from 'fastify';
import type { SandboxState } from '../../state/sandbox-state.ts';
import { commentRoutes } from './control/comment-routes.ts';
import { pageAccountRoutes } from './control/page-account-routes.ts';
import { pagePersonRoutes } from './control/page-person-routes.ts';
import { type AcceptPageSendDeps, makeAcceptPageSend } from './wire/pages/accept-page-send.ts';
import { attachmentRoutes } from './wire/pages/attachment-routes.ts';
import { dialogRoutes } from './wire/pages/dialog-routes.ts';
import { fetchAttachment } from './wire/pages/fetch-attachment.ts';
import { makeSharedCalls, pageRoutes, type SharedCalls } from './wire/pages/page-routes.ts';
import { makePageWebhooks, type PageWebhooks } from './wire/pages/post-page-webhook.ts';
import { makePageReceipts, type PageReceipts } from './wire/pages/schedule-page-receipts.ts';
import type { MetaWebhooks } from './wire/whatsapp/post-webhook.ts';

export interface PageParts {
  app: FastifyInstance;
  state: SandboxState;
  webhooks: MetaWebhooks;
  appId: string;
  appSecret: string;
  now: () => number;
  /** The sandbox's own address, until the application reaches it under another one. */
  ownUrl: () => string;
}

/** The parts of Facebook and Instagram that the rest of the sandbox uses. */
export interface Pages {
  pageWebhooks: PageWebhooks;
  receipts: PageReceipts;
  attachmentOrigin(): string;
  /** Adds every route; returns the handlers of the paths that WhatsApp shares. */
  open(onAccepted: AcceptPageSendDeps['onAccepted']): SharedCalls;
}

export function composePages({ app, state, webhooks, appId, appSecret, now, ownUrl }: PageParts): Pages {
  const pageWebhooks = makePageWebhooks({ webhooks, appSecret, now });
  const receipts = makePageReceipts({ settings: () => state.settings, webhooks: pageWebhooks, appId, now });
  const attachmentOrigin = () => state.meta.seenOrigin ?? ownUrl();
  return {
    pageWebhooks,
    receipts,
    attachmentOrigin,
    open(onAccepted) {
      const acceptSend = makeAcceptPageSend({ state, receipts, fetchAttachment, now, onAccepted });
      const deps = { state, webhooks: pageWebhooks, receipts, now, appId, appSecret, acceptSend };
      dialogRoutes(app, { state, appId, now });
      pageRoutes(app, deps);
      attachmentRoutes(app, state);
      const acts = { state, pageWebhooks, attachmentOrigin, now };
      pageAccountRoutes(app, state);
      pagePersonRoutes(app, acts);
      commentRoutes(app, acts);
      return makeSharedCalls(deps);
    },
  };
}
