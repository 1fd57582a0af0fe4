import type { FastifyInstance } from 'fastify';
import { showPage } from '../providers/graph/control/page-control-routes.ts';
import type { AcceptedSend } from '../state/accepted-send.ts';
import { forgetAccounts } from '../state/forget-accounts.ts';
import type { SandboxSettings, SandboxState } from '../state/sandbox-state.ts';
import { mountControls } from './mount-controls.ts';
import { SANDBOX_CONTROLS } from './sandbox-controls.ts';

export interface SandboxDeps {
  state: SandboxState;
  pending(): { callbacks: number; callbacks_dropped: number; receipts: number };
  callbackOrigin: { get(): string | null; set(origin: string | null): void };
  reset(): void;
  /** Removes what other parts remember of these accounts. */
  forget(accounts: ReadonlySet<string>): void;
}

/** Shows the sandbox's state and changes its behaviour: sends, acts, state, settings, faults, files, reset. */
export function sandboxRoutes(app: FastifyInstance, deps: SandboxDeps) {
  const { state } = deps;
  mountControls(app, SANDBOX_CONTROLS, {
    state: () => showState(deps),
    reset() {
      deps.reset();
    },
    forget(given) {
      forgetAccounts(state, given);
      deps.forget(new Set(given.accounts));
    },
    calls({ since, limit, ...query }) {
      const matches = matchesChat(query);
      const all = state.sent.since(since, Number.POSITIVE_INFINITY).filter(({ entry }) => matches(entry));
      const sends = all.slice(0, limit).map(({ seq, entry }) => ({ seq, ...entry }));
      return {
        count: all.length,
        total: state.sent.total(),
        ...countSends(all.map(({ entry }) => entry)),
        sends,
      };
    },
    acts({ since, target, ...query }) {
      const matches = matchesChat(query);
      const acts = state.acts
        .since(since, Number.POSITIVE_INFINITY)
        .filter(({ entry }) => matches(entry) && (target === undefined || entry.target === target));
      return { acts: acts.map(({ seq, entry }) => ({ seq, ...entry })) };
    },
    changeSettings(given) {
      const { settings } = state;
      settings.receipts = given.receipts ?? settings.receipts;
      settings.receiptDelayMs = given.receipt_delay_ms ?? settings.receiptDelayMs;
      settings.receiptOrder = given.receipt_order ?? settings.receiptOrder;
      settings.window = given.window ?? settings.window;
      settings.autoReply = given.auto_reply ?? settings.autoReply;
      settings.echoes = given.echoes ?? settings.echoes;
      settings.fetchAttachments = given.fetch_attachments ?? settings.fetchAttachments;
      if (given.callback_origin !== undefined) deps.callbackOrigin.set(given.callback_origin);
      return { settings: showSettings(settings) };
    },
    failNext: (fault) => ({ id: state.faults.add(fault) }),
    armedFaults: () => ({ faults: state.faults.list() }),
    clearFaults() {
      state.faults.clear();
    },
    removeFault: (_, { id }) => ({ deleted: state.faults.remove(id) }),
    storeMedia({ base64, mime_type: mimeType, filename, size }) {
      const bytes = Buffer.from(base64, 'base64');
      return { id: state.addMedia({ mimeType, filename, bytes, declaredBytes: size ?? bytes.length }).id };
    },
  });
}

const showState = ({ state, callbackOrigin, pending }: SandboxDeps) => ({
  settings: showSettings(state.settings),
  callback_origin: callbackOrigin.get(),
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
  pending: pending(),
  faults: state.faults.list(),
  receivers: state.receivers.names().map((name) => ({ name, received: state.receivers.get(name).received.total() })),
  read_marks: state.whatsapp.readMarks.all().slice(-100),
});

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

/** Sends that were accepted more than once: by the caller's own id, and by addressee and text. */
function countSends(sends: AcceptedSend[]) {
  const byCallbackData = new Map<string, number>();
  const byText = new Map<string, number>();
  for (const send of sends) {
    if (send.callback_data !== null) add(byCallbackData, send.callback_data);
    if (send.text !== null) add(byText, `${send.to} ${send.text}`);
  }
  return {
    distinct: { callback_data: byCallbackData.size, to_and_text: byText.size },
    duplicates: { callback_data: repeated(byCallbackData), to_and_text: repeated(byText) },
  };
}

function add(counts: Map<string, number>, key: string) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function repeated(counts: Map<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].filter(([, count]) => count > 1));
}

/** Whether an entry of the sandbox's memory fits the account or chat of a query; without them every entry fits. */
function matchesChat(query: { channel?: string | undefined; account?: string | undefined; to?: string | undefined }) {
  // A plus in a query is a space.
  const to = query.to?.replace(/^[+ ]/, '');
  return (entry: { channel: string; account: string; to: string | null }): boolean =>
    (query.channel === undefined || entry.channel === query.channel) &&
    (query.account === undefined || entry.account === query.account) &&
    (to === undefined || entry.to === to);
}
