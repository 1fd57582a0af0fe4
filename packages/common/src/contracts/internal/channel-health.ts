import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineInternal } from '../../define-contract.ts';
import { HealthCode, TemplateStatusData } from '../../events/opt-in-events.ts';
import { BUSINESS_GONE_REASONS } from '../../events.ts';
import { BusText } from '../../fields.ts';
import { AccountRestriction, NumberQuality } from '../console/channel-health.ts';

const Account = z.object({
  tenantId: z.int(),
  channel: Channel,
  /** The provider's id of the account. */
  externalId: BusText,
});

/**
 * The provider refuses the account's token permanently: the account is marked and `channel.disconnected` with reason
 * `token_revoked` fires, once. On tt the refresh token is tried first: the refused token may have been replaced by a
 * renewal whose answer was lost. A report about an account that is not connected changes nothing.
 */
export const reportBrokenChannel = defineInternal({
  service: 'channel-connect',
  name: 'report-broken-channel',
  input: Account.extend({
    /** When the refused call began: a refusal from before a new authorization is ignored. */
    observedAt: z.iso.datetime(),
    /** The provider reported that the owner withdrew the authorization: the refresh token is not tried. */
    takenBack: z.boolean(),
  }),
  output: z.object({ disconnected: z.boolean() }),
  errors: [],
});

/** Renews a token that the provider reported as expired (tt). One worker at a time renews an account's token. */
export const refreshChannelToken = defineInternal({
  service: 'channel-connect',
  name: 'refresh-channel-token',
  input: Account,
  output: z.object({ refreshed: z.boolean().describe('False: the authorization is gone, and the account marked') }),
  errors: ['provider_timeout', 'tiktok_error'],
  deadlineMs: 25_000,
});

/** A report by Meta about a WhatsApp Business Account or one of its numbers. */
export const BusinessNews = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('gone'),
    reason: z.enum(BUSINESS_GONE_REASONS),
    /** The platform's own reason, such as PRIMARY_INACTIVITY; absent where it gives none. */
    platformReason: HealthCode.optional(),
  }),
  /** The number is offline for a while and keeps its token; `online` ends that. */
  z.object({ kind: z.literal('offline') }),
  z.object({ kind: z.literal('online') }),
  /** Replaces the earlier restrictions; empty: they are lifted. */
  z.object({ kind: z.literal('restricted'), restrictions: z.array(AccountRestriction).max(20) }),
  /** An absent member is unchanged. */
  z.object({
    kind: z.literal('rated'),
    rating: NumberQuality.shape.rating.optional(),
    limitTier: BusText.optional(),
  }),
]);
export type BusinessNews = z.infer<typeof BusinessNews>;

/**
 * A webhook about a WhatsApp Business Account. `gone` disconnects its numbers, each once with `channel.disconnected`,
 * unless they were authorized again since; an offline state, restrictions and ratings are stored with the numbers
 * (docs/reference/wa.md#account-fields). A report about an account that is not connected, or one that is older than the
 * stored state, changes nothing.
 */
export const reportBusinessAccount = defineInternal({
  service: 'channel-connect',
  name: 'report-business-account',
  input: z.object({
    /** With a number that belongs to no account of this id, the number alone decides: Meta may send the id `0`. */
    wabaId: BusText,
    /** Digits of the number that the report is about; null: every number of the account. */
    number: BusText.nullable(),
    observedAt: z.iso.datetime(),
    news: BusinessNews,
  }),
  output: z.object({ changed: z.int().describe('How many numbers changed') }),
  errors: [],
});

const shape = TemplateStatusData.shape;
export const TemplateNews = z.object({
  templateId: shape.template_id,
  name: shape.name,
  language: shape.language,
  status: shape.status,
  reason: shape.reason,
  details: shape.details,
  recommendation: shape.recommendation,
  disableDate: shape.disable_date,
  quality: shape.quality,
  category: shape.category,
  upcomingCategory: shape.upcoming_category,
  upcomingAt: shape.upcoming_at,
});
export type TemplateNews = z.infer<typeof TemplateNews>;

/**
 * Meta's decision about a template: `template.status` fires once for each tenant that has a connected number of the
 * account and a key that subscribes to the event.
 */
export const reportTemplate = defineInternal({
  service: 'channel-connect',
  name: 'report-template',
  input: z.object({ wabaId: BusText, observedAt: z.iso.datetime(), news: TemplateNews }),
  output: z.object({ reported: z.int().describe('How many tenants it concerns') }),
  errors: [],
});
