import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { makeAutoReply } from './auto-reply.ts';
import { type CallbackSender, makeCallbackSender } from './call-back.ts';
import { accountRoutes } from './control/account-routes.ts';
import { makeCustomerActs } from './control/customer-acts.ts';
import { customerRoutes } from './control/customer-routes.ts';
import { inspectRoutes } from './control/inspect-routes.ts';
import { webhookRoutes } from './control/webhook-routes.ts';
import { makeAcceptSend } from './graph/accept-send.ts';
import { graphRoutes } from './graph/graph-routes.ts';
import { makeMetaWebhooks } from './graph/post-webhook.ts';
import { makeReceiptSchedule } from './graph/schedule-receipts.ts';
import { makeApp } from './make-app.ts';
import { receiverControlRoutes, receiverRoutes } from './receiver/receiver-routes.ts';
import { makeSandboxState, type SandboxSettings, type SandboxState } from './state/sandbox-state.ts';
import { makeTelegramUpdates } from './telegram/post-update.ts';
import { makeTelegramSend } from './telegram/send-methods.ts';
import { telegramRoutes } from './telegram/telegram-routes.ts';

/** How to start the sandbox; `callbackOrigin` is where Meta's webhooks go (`{origin}/hooks/meta`). */
export interface SandboxOptions {
  host?: string;
  /** 0 takes any free port. */
  port?: number;
  callbackOrigin?: string | null;
  metaAppSecret: string;
  metaVerifyToken: string;
  /** Time before the first receipt and between receipts; default 50. */
  receiptDelayMs?: number;
  receipts?: SandboxSettings['receipts'];
  /** Pauses between the attempts of a webhook that was not accepted. */
  retryDelaysMs?: number[];
  now?: () => number;
}

/** A running sandbox. */
export interface Sandbox {
  url: string;
  port: number;
  state: SandboxState;
  setCallbackOrigin(origin: string | null): void;
  close(): Promise<void>;
}

const RETRY_DELAYS_MS = [100, 300, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/** Starts the emulated providers, the control API and the webhook receiver on one port. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, now = Date.now } = options;
  let callbackOrigin = options.callbackOrigin ?? null;
  const state = makeSandboxState({
    receipts: options.receipts ?? 'all',
    receiptDelayMs: options.receiptDelayMs ?? 50,
    window: 'enforced',
    autoReply: 'off',
  });
  const callbacks = makeCallbackSender({ retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS });
  const app = makeApp();
  const parts = wire(app, state, callbacks, now, options, {
    get: () => callbackOrigin,
    set: (origin) => {
      callbackOrigin = origin;
    },
  });

  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo; // safe: listening on TCP
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    state,
    setCallbackOrigin(origin) {
      callbackOrigin = origin;
    },
    async close() {
      parts.stop();
      await callbacks.close();
      await app.close();
    },
  };
}

function wire(
  app: FastifyInstance,
  state: SandboxState,
  callbacks: CallbackSender,
  now: () => number,
  options: SandboxOptions,
  callbackOrigin: { get(): string | null; set(origin: string | null): void },
) {
  const appSecret = options.metaAppSecret;
  const callbackUrl = () => {
    const origin = callbackOrigin.get();
    return origin === null ? null : `${origin.replace(/\/$/, '')}/hooks/meta`;
  };
  const webhooks = makeMetaWebhooks({ state, callbacks, appSecret, callbackUrl });
  const updates = makeTelegramUpdates({ callbacks, now });
  const receipts = makeReceiptSchedule({
    settings: () => state.settings,
    now,
    post: (number, statuses) => void webhooks.postValue(number, { statuses }),
  });
  const acts = makeCustomerActs({ state, webhooks, updates, now });
  const autoReply = makeAutoReply({ state, acts: () => acts });
  const { onAccepted } = autoReply;

  graphRoutes(app, { state, appSecret, now, acceptSend: makeAcceptSend({ state, receipts, now, onAccepted }) });
  telegramRoutes(app, { state, updates, send: makeTelegramSend({ state, now, onAccepted }) });
  customerRoutes(app, state, acts);
  accountRoutes(app, state);
  webhookRoutes(app, { state, webhooks, updates, appSecret, verifyToken: options.metaVerifyToken, callbackUrl, now });
  receiverControlRoutes(app, state);
  receiverRoutes(app, state, now);
  const stop = () => {
    receipts.close();
    autoReply.clear();
  };
  inspectRoutes(app, {
    state,
    callbackOrigin,
    pending: () => ({
      callbacks: callbacks.pending(),
      callbacks_dropped: callbacks.dropped(),
      receipts: receipts.pending(),
    }),
    reset() {
      receipts.clear();
      autoReply.clear();
      callbacks.clear();
      state.reset();
    },
  });
  return { stop };
}
