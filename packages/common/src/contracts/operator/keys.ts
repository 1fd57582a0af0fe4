import { z } from 'zod';
import { CHANNELS, Channel } from '../../channels.ts';
import { MCP_TOOL_NAMES } from '../../contract/mcp-tools.ts';
import { changed, made, one, replaced } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { EventType, OptInReceipts } from '../../events.ts';
import { areDistinct, InstanceId, Instant, line, Slug } from '../../fields.ts';
import { SubscribedEvents, WebhookUrl } from '../webhook-fields.ts';
import { ListQuery, listOf } from './tenants.ts';

const KEY_FIELDS = [
  'slug',
  'instance_id',
  'label',
  'channels',
  'webhook_url',
  'events',
  'rate_limit_per_minute',
  'enabled',
  'ordered',
  'mcp_enabled',
  'mcp_tools',
  'set_webhook_enabled',
  'may_read',
  'previous_key_until',
  'revoked_at',
  'created_at',
];

const RATE_LIMIT_MAX = 1_000_000;
/** Hours for which a rotated API key can stay valid: a week. */
const GRACE_MAX_HOURS = 168;

/** An action as a tool of the MCP server (docs/reference/mcp.md#tools). */
export const McpTool = z.enum(MCP_TOOL_NAMES);

const Fields = {
  label: line(100),
  channels: z.array(Channel).min(1).max(CHANNELS.length).refine(areDistinct, 'must not repeat a channel'),
  webhook_url: WebhookUrl,
  events: SubscribedEvents,
  receipts: z
    .array(OptInReceipts)
    .max(OptInReceipts.options.length)
    .refine(areDistinct, 'must not repeat a channel')
    .describe(
      'Channels whose message.status this key also gets; message.status of the other channels needs no entry here',
    ),
  rate_limit_per_minute: z.int().min(1).max(RATE_LIMIT_MAX),
  enabled: z.boolean(),
  ordered: z
    .boolean()
    .describe(
      'Events of one conversation are delivered strictly one after another; a failing one delays its conversation, at most 1 h',
    ),
  mcp_enabled: z.boolean().describe('Whether this key may use the MCP server at {base_url}mcp'),
  mcp_tools: z
    .array(McpTool)
    .max(MCP_TOOL_NAMES.length)
    .refine(areDistinct, 'must not repeat a tool')
    .describe('Actions that the key may call over MCP; calls over HTTP are not limited by this list'),
  set_webhook_enabled: z.boolean().describe('Whether the key may change its own webhook with set-webhook'),
  may_read: z.boolean().describe('Whether the key may read conversations, messages and contacts'),
};

export const KeyView = z
  .object({
    instance_id: z.string(),
    label: z.string(),
    channels: z.array(Channel),
    webhook_url: z.string().nullable(),
    events: z.array(EventType),
    receipts: z.array(OptInReceipts),
    rate_limit_per_minute: z.int(),
    enabled: z.boolean(),
    ordered: z.boolean(),
    mcp_enabled: z.boolean(),
    mcp_tools: z.array(McpTool),
    set_webhook_enabled: z.boolean(),
    may_read: z.boolean(),
    previous_key_until: Instant.nullable().describe(
      'The end of the API key before the last rotation; null: there is none',
    ),
    revoked_at: Instant.nullable(),
    created_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'Key' });

export const ListedKey = KeyView.extend({
  last_used_at: Instant.nullable().describe('The last request with it, also a refused one; null: none in 30 days'),
  refused_24h: z.int().describe('Its requests of the last 24 h that got an error (status from 400), by whole hours'),
}).register(SCHEMA_NAMES, { id: 'ListedKey' });

/** A key, and what it has scheduled. */
const WithScheduled = KeyView.extend({
  scheduled_messages: z.int().describe('Its scheduled messages that have not been sent'),
});

/** Creates a key; `api_key` is only shown in this answer (docs/reference/operator-api.md#keys). */
export const createKey = defineOperator({
  service: 'accounts',
  name: 'create-key',
  method: 'POST',
  path: '/tenants/{slug}/keys',
  summary: 'Create an API key',
  description:
    'Creates an API key with its channels, event types, webhook address and rate limit. The key and the webhook secret are shown only in this response. The webhook address must be public HTTPS whose host resolves.',
  input: z.object({
    slug: Slug,
    label: Fields.label,
    channels: Fields.channels,
    webhook_url: Fields.webhook_url.optional(),
    events: Fields.events.optional().describe('Default: every event that is not opt-in'),
    receipts: Fields.receipts.optional().describe('Default: none'),
    rate_limit_per_minute: Fields.rate_limit_per_minute.optional().describe('Default 60'),
    ordered: Fields.ordered.optional(),
    mcp_enabled: Fields.mcp_enabled.optional().describe('Default true'),
    mcp_tools: Fields.mcp_tools.optional().describe('Default: every tool that changes nothing'),
    set_webhook_enabled: Fields.set_webhook_enabled.optional().describe('Default false'),
    may_read: Fields.may_read.optional().describe('Default false'),
  }),
  output: KeyView.extend({ api_key: z.string(), webhook_secret: z.string() }),
  successStatus: 201,
  errors: ['unknown_tenant', 'plan_limit_reached', 'rate_limited'],
  audit: { fields: KEY_FIELDS, change: made() },
});

export const listKeys = defineOperator({
  service: 'accounts',
  name: 'list-keys',
  method: 'GET',
  path: '/tenants/{slug}/keys',
  summary: 'List the keys of a tenant',
  description: 'Returns the API keys of a tenant with their settings, without the keys themselves and without secrets.',
  input: z.object({ slug: Slug, ...ListQuery }),
  output: listOf(ListedKey),
  errors: ['unknown_tenant'],
});

export const getKey = defineOperator({
  service: 'accounts',
  name: 'get-key',
  method: 'GET',
  path: '/tenants/{slug}/keys/{instance_id}',
  summary: 'One key of a tenant',
  description:
    'Returns the settings of an API key by its `instance_id` (`ins_…`), without the key itself and without the webhook secret.',
  input: z.object({ slug: Slug, instance_id: InstanceId }),
  output: WithScheduled,
  errors: ['unknown_tenant', 'unknown_key'],
});

/** Excludes the number of scheduled messages, which changes by itself. */
const KEY_VALUES = { fields: Object.keys(KeyView.shape) };

export const updateKey = defineOperator({
  service: 'accounts',
  name: 'update-key',
  method: 'PATCH',
  path: '/tenants/{slug}/keys/{instance_id}',
  summary: 'Change a key',
  description:
    'Changes the given fields of a key: label, channels, webhook address, event types, rate limit, MCP tools. The key and its secret stay the same.',
  input: z.object({
    slug: Slug,
    instance_id: InstanceId,
    label: Fields.label.optional(),
    channels: Fields.channels.optional(),
    webhook_url: Fields.webhook_url.optional(),
    events: Fields.events.optional(),
    receipts: Fields.receipts.optional(),
    rate_limit_per_minute: Fields.rate_limit_per_minute.optional(),
    enabled: Fields.enabled.optional(),
    ordered: Fields.ordered.optional(),
    mcp_enabled: Fields.mcp_enabled.optional(),
    mcp_tools: Fields.mcp_tools.optional(),
    set_webhook_enabled: Fields.set_webhook_enabled.optional(),
    may_read: Fields.may_read.optional(),
  }),
  output: KeyView,
  errors: ['unknown_tenant', 'unknown_key'],
  audit: { fields: KEY_FIELDS, change: changed(one(getKey), KEY_VALUES) },
});

/**
 * Revokes a key permanently, on every gateway within 1 s (docs/reference/operator-api.md#keys). For a key with
 * scheduled messages, the caller must say what happens with them.
 */
export const revokeKey = defineOperator({
  service: 'accounts',
  name: 'revoke-key',
  method: 'DELETE',
  path: '/tenants/{slug}/keys/{instance_id}',
  summary: 'Revoke a key permanently',
  description:
    'Revokes a key at once; it can never be used again. While the key has scheduled messages, `cancel_scheduled` must say whether they are cancelled and refunded or sent at their time; without it the call is scheduled_messages_waiting.',
  input: z.object({
    slug: Slug,
    instance_id: InstanceId,
    cancel_scheduled: z
      .boolean()
      .optional()
      .describe(
        'Whether the key’s scheduled messages are cancelled (true) or sent at their time (false); required while there are any',
      ),
  }),
  output: WithScheduled,
  errors: ['unknown_tenant', 'unknown_key', 'scheduled_messages_waiting'],
  audit: { fields: [...KEY_FIELDS, 'cancel_scheduled'], change: changed(one(getKey), KEY_VALUES) },
});

/**
 * Creates a new webhook secret; for 24 h deliveries are also signed with the old one
 * (docs/reference/events.md#signatures).
 */
export const rotateSecret = defineOperator({
  service: 'accounts',
  name: 'rotate-secret',
  method: 'POST',
  path: '/tenants/{slug}/keys/{instance_id}/rotate-secret',
  summary: 'Rotate the webhook secret',
  description:
    'Creates a new webhook secret, which only this response shows. The previous secret also signs for 24 hours, so receivers can change without a loss.',
  input: z.object({ slug: Slug, instance_id: InstanceId }),
  output: z.object({ webhook_secret: z.string() }),
  errors: ['unknown_tenant', 'unknown_key'],
  audit: { fields: ['slug', 'instance_id'], change: replaced('webhook_secret') },
});

/**
 * Replaces the API key itself; the old one stays valid for the given hours (docs/reference/operator-api.md#keys).
 */
export const rotateKey = defineOperator({
  service: 'accounts',
  name: 'rotate-key',
  method: 'POST',
  path: '/tenants/{slug}/keys/{instance_id}/rotate-key',
  summary: 'Rotate an API key',
  description:
    'Creates a new API key with the same settings, which only this response shows. The old one works for `grace_hours` more, or ends at once with 0. Only one old key stays valid: rotating again ends the one before it. Revoking ends both.',
  input: z.object({
    slug: Slug,
    instance_id: InstanceId,
    grace_hours: z
      .int()
      .min(0)
      .max(GRACE_MAX_HOURS)
      .describe('Hours for which the old key still works, such as 1, 24 or 168 (a week); 0: it ends at once'),
  }),
  output: KeyView.extend({ api_key: z.string() }),
  errors: ['unknown_tenant', 'unknown_key'],
  audit: {
    fields: [...KEY_FIELDS, 'grace_hours'],
    change: changed(one(getKey), { ...KEY_VALUES, secrets: ['api_key'] }),
  },
});
