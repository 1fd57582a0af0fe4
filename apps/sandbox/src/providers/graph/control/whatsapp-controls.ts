import { z } from 'zod';
import type { CallbackOutcome } from '../../../callbacks/callback-sender.ts';
import { defineControl, nothing } from '../../../control/define-control.ts';
import type { BusinessAccount } from '../state/business-account.ts';
import { WHATSAPP_SEED } from '../state/seed-whatsapp.ts';

const Times = z.int().min(1).max(100).default(1);
const At = z.iso.datetime({ offset: true });
const Person = z.object({ address: z.string().min(1).max(64) });
const JsonRecord = z.record(z.string(), z.json());
const WabaId = z.string().regex(/^\d+$/).default(WHATSAPP_SEED.wabaId);

const Component = z
  .object({
    type: z.string(),
    format: z.string().optional(),
    text: z.string().optional(),
    example: z.unknown().optional(),
  })
  .loose();
const Template = z.object({
  id: z.string().optional(),
  name: z.string().min(1),
  language: z.string().default('en'),
  status: z.string().default('APPROVED'),
  category: z.string().default('UTILITY'),
  parameter_format: z.enum(['POSITIONAL', 'NAMED']).default('POSITIONAL'),
  rejected_reason: z.string().optional(),
  quality_score: z.object({ score: z.string() }).optional(),
  /** Meta holds its messages for a check of its quality, then sends (release) or fails them and pauses it (drop). */
  pacing: z.enum(['release', 'drop']).optional(),
  /** Not yet synchronized for the Marketing Messages API. */
  syncing: z.boolean().optional(),
  /** Shorthand for one BODY component. */
  body: z.string().optional(),
  components: z.array(Component).optional(),
});
const AccountInput = z.object({
  waba_id: WabaId,
  token: z.string().min(1).optional(),
  token_state: z.enum(['valid', 'expired']).optional(),
  locked: z.boolean().optional(),
  /** Whether it has accepted the terms of the Marketing Messages API. */
  marketing: z.enum(['ELIGIBLE', 'ONBOARDED']).optional(),
  /** Switches marketing by `/messages` off. */
  marketing_barred: z.boolean().optional(),
  /** Without a payment method, messages fail with 131042; hidden: Meta does not say whether it has one. */
  payment: z.enum(['set', 'missing', 'hidden']).optional(),
  subscribed: z.boolean().optional(),
  phone_number_id: z.string().regex(/^\d+$/).optional(),
  number: z
    .string()
    .regex(/^\d{7,15}$/)
    .optional(),
  verified_name: z.string().optional(),
  quality_rating: z.string().min(1).optional(),
  messaging_limit_tier: z.string().min(1).optional(),
  registered: z.boolean().optional(),
  username: z
    .object({ name: z.string(), status: z.enum(['approved', 'reserved']) })
    .nullable()
    .optional(),
  calling: z
    .object({
      status: z.enum(['ENABLED', 'DISABLED']),
      call_icon_visibility: z.enum(['DEFAULT', 'DISABLE_ALL']).optional(),
      callback_permission_status: z.enum(['ENABLED', 'DISABLED']).optional(),
      call_hours: z.looseObject({ status: z.enum(['ENABLED', 'DISABLED']) }).optional(),
    })
    .optional(),
  /** Whether calls go to this app, where several apps share the number. */
  calls_primary: z.boolean().optional(),
  can_send: z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']).optional(),
  health_errors: z
    .array(z.object({ error_code: z.int(), error_description: z.string(), possible_solution: z.string() }))
    .optional(),
  /** The two-step PIN; null: none. */
  pin: z
    .string()
    .regex(/^\d{6}$/)
    .nullable()
    .optional(),
  is_on_biz_app: z.boolean().optional(),
  /** When it was onboarded, for a request that comes too late. */
  onboarded_at: At.optional(),
  templates: z.array(Template).default([]),
});
/** A change of a business account: given fields change, the others stay. */
export type AccountInput = z.output<typeof AccountInput>;

const TemplateDecision = z.object({
  waba_id: WabaId,
  name: z.string().min(1),
  language: z.string().default('en'),
  status: z.enum(['APPROVED', 'REJECTED', 'PENDING', 'PAUSED', 'DISABLED', 'ARCHIVED', 'FLAGGED']).optional(),
  /** With REJECTED: Meta's code. */
  reason: z.string().optional(),
  /** With REJECTED: Meta's sentence, and what it recommends. */
  rejection_info: z.object({ reason: z.string(), recommendation: z.string() }).optional(),
  /** With FLAGGED: the date on which Meta disables it. */
  disable_date: z.string().optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']).optional(),
  /** Announces this category: the template keeps its own until `upcoming_at` (by default a day from now). */
  upcoming_category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']).optional(),
  upcoming_at: At.optional(),
});
/** Meta's decision about a template. */
export type TemplateDecision = z.output<typeof TemplateDecision>;

/** WhatsApp Cloud: business accounts, numbers and templates, and acts of people that only it has. */
export const WHATSAPP_CONTROLS = {
  /** Adds or changes a business account, and one of its numbers if `phone_number_id` is given. */
  putAccount: defineControl({
    method: 'POST',
    path: '/accounts/wa',
    input: AccountInput,
    output: ({ account }: { account: BusinessAccount }) => account,
  }),
  /** Meta sets a template's status, quality or category, each with its webhook. */
  decideTemplate: defineControl({
    method: 'POST',
    path: '/templates/wa',
    input: TemplateDecision,
    output: nothing,
  }),
  /** A person calls a number, or the call ends; the webhook follows. */
  customerCalls: defineControl({
    method: 'POST',
    path: '/calls',
    input: z.object({
      account: z.string().optional(),
      /** Digits of the caller. */
      from: z.string().regex(/^\d{7,15}$/),
      name: z.string().optional(),
      call_id: z.string().startsWith('wacid.'),
      event: z.enum(['connect', 'terminate']).default('connect'),
      /** Length of the call in seconds; absent: it was not answered. */
      duration: z.int().min(1).optional(),
      times: Times,
    }),
    output: nothing,
  }),
  /** A person stops marketing messages in WhatsApp, or resumes them; the webhook follows. */
  customerPrefers: defineControl({
    method: 'POST',
    path: '/customers/wa/:address/preferences',
    params: Person,
    input: z.object({
      account: z.string().optional(),
      value: z.enum(['stop', 'resume']),
      at: At.optional(),
      times: Times,
    }),
    output: nothing,
  }),
  /** Another app of the number writes to the person; the copy for an app in standby follows. Returns its id. */
  otherAppWrites: defineControl({
    method: 'POST',
    path: '/customers/wa/:address/other-app',
    params: Person,
    input: z.object({
      account: z.string().optional(),
      /** The request body of the send, without its addressee. */
      message: JsonRecord,
      /** How the platform describes the template that the message names. */
      template: JsonRecord.optional(),
      provider_message_id: z.string().optional(),
      at: At.optional(),
      times: Times,
    }),
    output: ({ provider_message_id: id }: { provider_message_id: string; callbacks: (CallbackOutcome | null)[] }) => id,
  }),
  /** A person completes Embedded Signup without a browser; returns the code. */
  completeSignup: defineControl({
    method: 'POST',
    path: '/signups/wa',
    input: z.object({
      waba_ids: z.array(z.string().regex(/^\d+$/)).min(1).max(20),
      /** Lifetime of the token; null: it does not end. */
      token_seconds: z.int().min(1).nullable().default(5_184_000),
    }),
    output: ({ code }: { code: string }) => code,
  }),
  /** The app of a number shares its chats or its contacts, or echoes a message: the values follow, in this order. */
  appShares: defineControl({
    method: 'POST',
    path: '/app-data/wa',
    input: z.object({
      account: z.string().optional(),
      field: z.enum(['history', 'smb_app_state_sync', 'smb_message_echoes']),
      /** Each is one webhook, without the members that name the number. */
      values: z.array(JsonRecord).min(1).max(1000),
      times: Times,
    }),
    output: nothing,
  }),
  /** Posts a webhook of any field of a business account, such as `account_update` or `messaging_handovers`. */
  postField: defineControl({
    method: 'POST',
    path: '/fields/wa',
    input: z.object({ waba_id: WabaId, field: z.string().min(1), value: JsonRecord }),
    output: nothing,
  }),
};
