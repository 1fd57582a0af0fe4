import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { nothing } from '../../contract/resource-change.ts';
import { Cursor, Instant, line, pageLimit, Slug } from '../../fields.ts';
import { AuditedChange } from '../internal/console-session.ts';
import { COMING_PROBLEMS } from './channel-health.ts';

/** A workspace's figures of a day. */
const Figures = z.object({
  messages_in: z.int(),
  messages_out: z.int(),
  messages_failed: z.int().describe('Of those that went out'),
});

/** Problems that need attention, by the object that has them (docs/reference/console.md#home). */
export const ATTENTION_KINDS = [
  'channel_disconnected',
  'device_offline',
  'account_restricted',
  'quality_low',
  'webhook_paused',
  'webhook_failing',
  'credit_low',
  'ai_key_refused',
  'ai_key_out_of_money',
  'bot_stopped',
] as const;

/** Sends or a connection that end soon, unless a person acts. It is no item: a gateway of 0.2.0 reads the items by the kinds that it knows. */
const ComingItem = z.object({ kind: z.enum(COMING_PROBLEMS), name: z.string().describe('Of the channel') });

/** Problems that need attention, as far as the role may see them. */
const Attention = z.object({
  items: z.array(
    z.object({
      kind: z.enum(ATTENTION_KINDS),
      name: z
        .string()
        .nullable()
        .describe('Of the channel, key, AI provider or bot; null for credit and the platform webhook'),
      instance_id: z.string().nullable().describe('Of the webhook'),
    }),
  ),
  coming: z.array(ComingItem).optional().describe('Channels whose sends or connection end soon, unless a person acts'),
  is_cut: z.boolean().describe('There are more, on the screens of the items'),
});

/** Marks the screens that need attention (docs/reference/console.md#home). */
export const listAttention = defineConsole({
  service: 'accounts',
  name: 'list-attention',
  method: 'GET',
  summary: 'The items that need attention',
  permission: 'home.read',
  input: z.object({}),
  output: Attention,
  errors: [],
});

/**
 * A checklist that ticks itself, today's figures next to those of the same weekday a week ago, in UTC, and what needs
 * attention, as far as the role may see it.
 */
export const home = defineConsole({
  service: 'accounts',
  name: 'home',
  method: 'GET',
  summary: 'The setup of the workspace, and the figures of today',
  permission: 'home.read',
  input: z.object({}),
  output: z.object({
    checklist: z.object({
      has_key: z.boolean(),
      has_channel: z.boolean(),
      has_message: z.boolean(),
      has_webhook_success: z.boolean(),
    }),
    today: Figures,
    week_ago: Figures,
    waiting_deliveries: z.int().describe('Counted up to 10,000'),
    balance: z.number().nullable().describe('Null if the role does not see credit'),
    attention: Attention,
  }),
  errors: [],
});

const USAGE_DAYS_MAX = 92;
const UsageQuery = z.object({ days: z.int().min(1).max(USAGE_DAYS_MAX).default(30) });

/** Messages by day (UTC) and channel (docs/reference/console.md#usage). */
export const usage = defineConsole({
  service: 'accounts',
  name: 'usage',
  method: 'GET',
  summary: 'Messages by day and channel',
  permission: 'usage.read',
  input: UsageQuery,
  output: z.object({
    items: z.array(
      z.object({
        day: z.iso.date(),
        channel: z.string(),
        messages_in: z.int(),
        messages_out: z.int(),
        messages_failed: z.int(),
        cost: z
          .string()
          .nullable()
          .describe('Credit that these messages cost, a decimal; null if the role does not see credit'),
      }),
    ),
  }),
  errors: [],
});

/** Limit of the rows: thousands of keys, or a longer time, are cut. */
export const KEY_USAGE_MAX = 5000;

/** Sent messages, by day (UTC), channel and key (docs/reference/console.md#usage). */
export const keyUsage = defineConsole({
  service: 'accounts',
  name: 'key-usage',
  method: 'GET',
  summary: 'Sent messages by day, channel and key, newest day first',
  permission: 'usage.read',
  input: UsageQuery,
  output: z.object({
    items: z.array(
      z.object({
        day: z.iso.date(),
        channel: z.string(),
        instance_id: z.string().nullable().describe('Null: sent without a key, by people, bots or from the phone'),
        label: z.string().nullable(),
        messages_out: z.int(),
        messages_failed: z.int(),
      }),
    ),
    is_cut: z.boolean().describe(`There are more than ${KEY_USAGE_MAX} rows`),
  }),
  errors: [],
});

/** Messages that Meta priced, by day (UTC) and category (docs/reference/console.md#usage). */
export const billedUsage = defineConsole({
  service: 'accounts',
  name: 'billed-usage',
  method: 'GET',
  summary: 'wa messages as Meta counts them, by day and category, newest day first',
  permission: 'usage.read',
  input: UsageQuery,
  output: z.object({
    items: z.array(
      z.object({
        day: z.iso.date(),
        category: z.string().nullable().describe('As Meta names it; null: it named none'),
        messages_priced: z.int().describe('Messages whose price a receipt named'),
        messages_billable: z.int().describe('Of those: delivered, and charged by Meta'),
      }),
    ),
  }),
  errors: [],
});

/** Every movement of credit (docs/reference/credit.md#ledger). */
export const listLedger = defineConsole({
  service: 'accounts',
  name: 'list-ledger',
  method: 'GET',
  summary: 'Movements of credit, newest first',
  permission: 'credit.read',
  input: z.object({ limit: pageLimit(200, 50), cursor: Cursor.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        kind: z
          .enum(['top_up', 'adjustment', 'reserve', 'refund', 'bot'])
          .describe('`bot`: the reply of a bot on the key of the deployment'),
        amount: z.string().describe('A decimal; negative if credit was spent'),
        message_id: z.string().nullable(),
        note: z.string().nullable(),
        created_at: Instant,
        category: z.string().nullable().describe('Category of the wa template that priced the message'),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  errors: [],
});

export const AuditView = z.object({
  id: z.string(),
  at: Instant,
  actor: z.object({
    type: z.enum(['member', 'operator', 'key', 'token']).describe('`token`: the operator API'),
    id: z.string().nullable().describe('Of a member or a key; null: the holder of the admin token'),
    email: z.string().nullable(),
  }),
  address: z.string(),
  action: z.string().describe('Name of the operation'),
  input: z.record(z.string(), z.unknown()).describe('The requested input; only listed fields have their values'),
  changes: z.array(AuditedChange).describe('The changed values; empty if nothing changed'),
  outcome: z.string().describe('done, the error code, or unknown if the process died during the change'),
  request_id: z.string(),
});

const AuditQuery = z.object({
  limit: pageLimit(200, 50),
  cursor: Cursor.optional(),
  action: line(60).optional(),
  member_id: line(60).optional(),
  since: Instant.optional(),
  until: Instant.optional(),
});
const AuditPage = z.object({ items: z.array(AuditView), next_cursor: z.string().nullable() });

/** Every requested change in the console or by an API, kept for a year (docs/reference/console.md#audit-log). */
export const listAudit = defineConsole({
  service: 'accounts',
  name: 'list-audit',
  method: 'GET',
  summary: 'Changes in the workspace, newest first',
  permission: 'audit.read',
  input: AuditQuery,
  output: AuditPage,
  errors: [],
});

/** Changes of the operator outside of tenants, whichever tenant the session acts as (docs/reference/console.md#audit-log). */
export const listDeploymentAudit = defineConsole({
  service: 'accounts',
  name: 'list-deployment-audit',
  method: 'GET',
  summary: 'Changes outside of workspaces, newest first',
  permission: 'deployment',
  input: AuditQuery,
  output: AuditPage,
  errors: [],
});

/** An operator's session acts as one tenant at a time, or as none; its changes are in that tenant's audit log. */
export const actAsTenant = defineConsole({
  service: 'accounts',
  name: 'act-as-tenant',
  method: 'POST',
  summary: 'Choose the tenant that the operator acts as; null for none',
  permission: 'deployment',
  input: z.object({ slug: Slug.nullable() }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_tenant'],
  audit: { fields: ['slug'], change: nothing('chooses what the session shows') },
});
