import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { CHANNEL_FIELDS } from '../../contract/audit-values.ts';
import { itemOf, made, removed } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, line, RowId, Slug } from '../../fields.ts';
import { ChannelEntry } from '../channels/channels.ts';
import { ListQuery, listOf } from './tenants.ts';

const ProviderId = z.string().regex(/^\d{5,32}$/, 'must be the decimal digits of the provider’s id');

export const OperatorChannelEntry = ChannelEntry.extend({
  account_id: RowId.describe('The value for `accounts` of a bot'),
  connected_at: Instant,
}).register(SCHEMA_NAMES, { id: 'TenantChannel' });

/** Connects a wa number: the token is checked at the provider (docs/reference/operator-api.md#channels). */
export const connectWaNumber = defineOperator({
  service: 'channel-connect',
  name: 'connect-wa-number',
  method: 'POST',
  path: '/tenants/{slug}/channels/wa',
  summary: 'Connect a wa number',
  description:
    'Connects a number of the WhatsApp Cloud API with the ids and the access token of Meta. Parley checks the token at Meta and subscribes its app to the business account. A refused token connects nothing.',
  input: z.object({
    slug: Slug,
    phone_number_id: ProviderId,
    waba_id: ProviderId,
    access_token: line(2048),
    number: line(30).describe('Readable number with country code'),
    label: line(100),
  }),
  output: OperatorChannelEntry,
  successStatus: 201,
  errors: ['unknown_tenant', 'already_connected', 'graph_error', 'provider_timeout'],
  deadlineMs: 50_000,
  audit: { fields: ['slug', ...CHANNEL_FIELDS, 'phone_number_id', 'waba_id', 'number', 'label'], change: made() },
});

export const listTenantChannels = defineOperator({
  service: 'channel-connect',
  name: 'list-tenant-channels',
  method: 'GET',
  path: '/tenants/{slug}/channels',
  summary: 'List the connected channels of a tenant',
  description:
    'Returns the connected accounts of a tenant page by page: channel code, id, label and the `account_id` that a bot names.',
  input: z.object({ slug: Slug, ...ListQuery }),
  output: listOf(OperatorChannelEntry),
  errors: ['unknown_tenant'],
});

export const ONE_CHANNEL = itemOf(listTenantChannels, { channel: 'channel', id: 'id' });

/** Removal fires channel.disconnected with reason `dashboard` (docs/reference/operator-api.md#channels). */
export const removeTenantChannel = defineOperator({
  service: 'channel-connect',
  name: 'remove-tenant-channel',
  method: 'DELETE',
  path: '/tenants/{slug}/channels/{channel}/{id}',
  summary: 'Disconnect a channel',
  description:
    'Disconnects an account of any channel: linked phones are logged out, webhooks at the platform are removed. The event channel.disconnected follows. Conversations stay.',
  input: z.object({ slug: Slug, channel: Channel, id: line(200) }),
  output: z.object({
    channel: Channel,
    id: z.string(),
    status: z.literal('disconnected'),
    also_disconnected: z.array(z.object({ channel: Channel, id: z.string() })),
  }),
  errors: ['unknown_tenant', 'not_connected'],
  deadlineMs: 25_000,
  audit: { fields: ['slug', ...CHANNEL_FIELDS], change: removed(ONE_CHANNEL) },
});
