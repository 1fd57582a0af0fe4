import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Fault } from '../faults/define-fault.ts';
import { showPage } from '../providers/graph/control/page-account-routes.ts';
import type { SandboxSettings, SandboxState } from '../state/sandbox-state.ts';
import { countSends } from './count-sends.ts';
import { matchesChat } from './matches-chat.ts';

/** Query of GET /sandbox/sent. */
export const SentQuery = z.object({
  channel: z.enum(['wa', 'tg', 'fb', 'ig', 'tt']).optional(),
  account: z.string().optional(),
  to: z.string().optional(),
  since: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(0).max(50_000).default(1000),
});
/** Body of PUT /sandbox/settings. */
export const SettingsChange = z.object({
  receipts: z.enum(['off', 'sent', 'delivered', 'all']).optional(),
  receipt_delay_ms: z.int().min(0).max(3_600_000).optional(),
  receipt_order: z.enum(['forward', 'reversed']).optional(),
  window: z.enum(['enforced', 'off']).optional(),
  auto_reply: z.union([z.enum(['off', 'echo']), z.object({ text: z.string().min(1) })]).optional(),
  echoes: z.enum(['after', 'before', 'off']).optional(),
  fetch_attachments: z.boolean().optional(),
  callback_origin: z.string().url().nullable().optional(),
});

/** Body of POST /sandbox/media. */
export const MediaUpload = z.object({
  base64: z.string(),
  mime_type: z.string().default('application/octet-stream'),
  filename: z.string().nullable().default(null),
  size: z.int().min(0).optional(),
});

export interface InspectDeps {
  state: SandboxState;
  pending(): { callbacks: number; callbacks_dropped: number; receipts: number };
  callbackOrigin: { get(): string | null; set(origin: string | null): void };
  reset(): void;
}

/** Routes that show the sandbox's state and change its behaviour: sends, state, settings, faults, media, reset. */
export function inspectRoutes(app: FastifyInstance, deps: InspectDeps) {
  const { state } = deps;

  app.get('/sandbox/state', async () => ({
    ok: true,
    settings: showSettings(state.settings),
    callback_origin: deps.callbackOrigin.get(),
    accounts: {
      wa: [...state.whatsapp.businessAccounts.values()].map(({ token: _, ...account }) => account),
      tg: [...state.telegram.bots.values()].map((bot) => ({
        id: bot.id,
        username: bot.username,
        webhook: bot.webhook?.url ?? null,
        pending: bot.pending.length,
      })),
      fb: [...state.meta.pages.values()].map((page) => showPage(page)),
    },
    totals: {
      sent: state.sent.total(),
      read_marks: state.whatsapp.readMarks.total(),
      customers: state.customers.size(),
      media: state.media.size(),
    },
    pending: deps.pending(),
    faults: state.faults.list(),
    receivers: state.receivers.names().map((name) => ({ name, received: state.receivers.get(name).received.total() })),
    read_marks: state.whatsapp.readMarks.all().slice(-100),
  }));

  app.post('/sandbox/reset', async () => {
    deps.reset();
    return { ok: true };
  });

  sentRoute(app, state);
  settingsRoute(app, deps);
  faultRoutes(app, state);
  mediaUploadRoute(app, state);
}

function sentRoute(app: FastifyInstance, state: SandboxState) {
  app.get('/sandbox/sent', async (request) => {
    const query = SentQuery.parse(request.query);
    const matches = matchesChat(query);
    const all = state.sent.since(query.since, Number.POSITIVE_INFINITY).filter(({ entry }) => matches(entry));
    const sends = all.slice(0, query.limit).map(({ seq, entry }) => ({ seq, ...entry }));
    return {
      ok: true,
      count: all.length,
      total: state.sent.total(),
      ...countSends(all.map(({ entry }) => entry)),
      sends,
    };
  });
}

function settingsRoute(app: FastifyInstance, deps: InspectDeps) {
  const { state } = deps;
  app.put('/sandbox/settings', async (request) => {
    const given = SettingsChange.parse(request.body);
    state.settings.receipts = given.receipts ?? state.settings.receipts;
    state.settings.receiptDelayMs = given.receipt_delay_ms ?? state.settings.receiptDelayMs;
    state.settings.receiptOrder = given.receipt_order ?? state.settings.receiptOrder;
    state.settings.window = given.window ?? state.settings.window;
    state.settings.autoReply = given.auto_reply ?? state.settings.autoReply;
    state.settings.echoes = given.echoes ?? state.settings.echoes;
    state.settings.fetchAttachments = given.fetch_attachments ?? state.settings.fetchAttachments;
    if (given.callback_origin !== undefined) deps.callbackOrigin.set(given.callback_origin);
    return { ok: true, settings: showSettings(state.settings) };
  });
}

function faultRoutes(app: FastifyInstance, state: SandboxState) {
  app.post('/sandbox/faults', async (request) => ({ ok: true, id: state.faults.add(Fault.parse(request.body)) }));
  app.get('/sandbox/faults', async () => ({ ok: true, faults: state.faults.list() }));
  app.delete('/sandbox/faults', async () => {
    state.faults.clear();
    return { ok: true };
  });
  app.delete('/sandbox/faults/:id', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    return { ok: true, deleted: state.faults.remove(id) };
  });
}

function mediaUploadRoute(app: FastifyInstance, state: SandboxState) {
  app.post('/sandbox/media', { bodyLimit: 64 * 1024 * 1024 }, async (request) => {
    const given = MediaUpload.parse(request.body);
    const bytes = Buffer.from(given.base64, 'base64');
    const declaredBytes = given.size ?? bytes.length;
    const media = state.addMedia({ mimeType: given.mime_type, filename: given.filename, bytes, declaredBytes });
    return { ok: true, id: media.id };
  });
}

function showSettings(settings: SandboxSettings) {
  const { receiptDelayMs, receiptOrder, autoReply, fetchAttachments, ...same } = settings;
  return {
    ...same,
    receipt_delay_ms: receiptDelayMs,
    receipt_order: receiptOrder,
    auto_reply: autoReply,
    fetch_attachments: fetchAttachments,
  };
}
