import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import { mayDo } from '@parley/common/console-roles';
import {
  type home,
  KEY_USAGE_MAX,
  type keyUsage,
  type listLedger,
  type usage,
} from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/list-cursor';

export interface DayFigures {
  day: string;
  channel: string;
  messagesIn: number;
  messagesOut: number;
  messagesFailed: number;
}

export interface KeyFigures {
  day: string;
  channel: string;
  instanceId: string | null;
  label: string | null;
  messagesOut: number;
  messagesFailed: number;
}

export interface LedgerEntry {
  id: string;
  kind: OutputOf<typeof listLedger>['items'][number]['kind'];
  amount: string;
  messageId: string | null;
  note: string | null;
  createdAt: Date;
}

/** Queries on one tenant. */
export interface WorkspaceRows {
  findChecklist(
    tenantId: number,
  ): Promise<{ hasKey: boolean; hasChannel: boolean; hasMessage: boolean; hasWebhookSuccess: boolean }>;
  /** Messages in [from, until) by day (UTC) and channel. */
  countMessages(tenantId: number, from: Date, until: Date): Promise<DayFigures[]>;
  /** Sent messages in [from, until) by day (UTC), channel and key, newest day first. */
  countSentByKey(tenantId: number, from: Date, until: Date, count: number): Promise<KeyFigures[]>;
  /** Counts up to 10,000. */
  countWaitingDeliveries(tenantId: number): Promise<number>;
  /** A decimal. */
  readBalance(tenantId: number): Promise<string>;
  /** Newest first. */
  listLedger(tenantId: number, before: string | null, count: number): Promise<LedgerEntry[]>;
}

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
const BY_AGE = defineCursor('ledger', { id: 'int8' });

const midnight = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** The start of a period of `days` days that ends today. */
const firstOf = (days: number, at: Date): Date => new Date(midnight(at).getTime() - (days - 1) * DAY_MS);

const sum = (rows: readonly DayFigures[]): OutputOf<typeof home>['today'] => ({
  messagesIn: rows.reduce((total, row) => total + row.messagesIn, 0),
  messagesOut: rows.reduce((total, row) => total + row.messagesOut, 0),
  messagesFailed: rows.reduce((total, row) => total + row.messagesFailed, 0),
});

/** Figures of a workspace (docs/reference/console.md#usage). */
export function makeReadWorkspace({ workspace, now }: { workspace: WorkspaceRows; now(): Date }) {
  return {
    /** Counts the day a week ago up to the same time, so that both are comparable. */
    async home(context: CallContext): Promise<OutputOf<typeof home>> {
      const tenantId = tenantIdOf(context);
      const at = now();
      const today = midnight(at);
      const weekAgo = (moment: Date): Date => new Date(moment.getTime() - WEEK_MS);
      const seesCredit = mayDo(memberOf(context).role, 'credit.read');
      const [checklist, counted, before, waiting, balance] = await Promise.all([
        workspace.findChecklist(tenantId),
        workspace.countMessages(tenantId, today, at),
        workspace.countMessages(tenantId, weekAgo(today), weekAgo(at)),
        workspace.countWaitingDeliveries(tenantId),
        seesCredit ? workspace.readBalance(tenantId) : null,
      ]);
      return {
        checklist,
        today: sum(counted),
        weekAgo: sum(before),
        waitingDeliveries: waiting,
        balance: balance === null ? null : Number(balance),
      };
    },

    async usage({ days }: InputOf<typeof usage>, context: CallContext): Promise<OutputOf<typeof usage>> {
      const at = now();
      const from = firstOf(days, at);
      const rows = await workspace.countMessages(tenantIdOf(context), from, at);
      return { items: rows };
    },

    async keyUsage({ days }: InputOf<typeof keyUsage>, context: CallContext): Promise<OutputOf<typeof keyUsage>> {
      const at = now();
      const count = KEY_USAGE_MAX + 1;
      const rows = await workspace.countSentByKey(tenantIdOf(context), firstOf(days, at), at, count);
      return {
        items: rows.slice(0, KEY_USAGE_MAX),
        isCut: rows.length > KEY_USAGE_MAX,
      };
    },

    async ledger(
      { limit, cursor }: InputOf<typeof listLedger>,
      context: CallContext,
    ): Promise<OutputOf<typeof listLedger>> {
      const before = BY_AGE.read(cursor)?.id ?? null;
      const rows = await workspace.listLedger(tenantIdOf(context), before, limit + 1);
      const toView = (entry: LedgerEntry) => ({ ...entry, createdAt: entry.createdAt.toISOString() });
      return BY_AGE.pageOf(rows, limit, toView, ({ id }) => ({ id }));
    },
  };
}
