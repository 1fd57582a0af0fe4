import { z } from 'zod';
import { asWritten, type Camel } from '../../casing/camel.ts';
import { changed, itemOf, made, one, removed } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { type ContractMethod, defineOperator } from '../../define-contract.ts';
import { Clock, Instant, Language, line, MemberId, RowId, Slug, TimeZone } from '../../fields.ts';
import {
  NotificationChannel,
  NotificationMode,
  OPERATOR_KINDS,
  TENANT_KINDS,
} from '../../workspace/notification-kinds.ts';
import { ListQuery, listOf } from './tenants.ts';

const EMAIL_MAX = 254;

const Fields = {
  name: line(100),
  email: z.email('must be an e-mail address').max(EMAIL_MAX).nullable(),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be + and the digits of a phone number')
    .nullable(),
  language: Language,
  time_zone: TimeZone,
  quiet_hours: z
    .object({ from: Clock, to: Clock })
    .refine(({ from, to }) => from !== to, 'must not end when they begin')
    .nullable()
    .describe('Time in which only channel_disconnected is sent; in the recipient’s time zone'),
};

const Ways = z.object({ email: NotificationMode.optional(), sms: NotificationMode.optional() });
const kindsOf = <const K extends readonly [string, ...string[]]>(kinds: K) =>
  asWritten(z.partialRecord(z.enum(kinds), Ways));

export const RecipientView = z
  .object({
    id: z.int(),
    member_id: z.string().nullable().describe('The member to whom name and address belong; null: not a member'),
    name: z.string(),
    email: z.string().nullable(),
    email_confirmed_at: Instant.nullable().describe(
      'Null: the link of the confirmation was not opened yet; nothing else is sent',
    ),
    phone: z.string().nullable(),
    phone_confirmed_at: Instant.nullable().describe('Null: the code was not entered yet'),
    language: Language.describe('Later releases add languages'),
    time_zone: z.string(),
    quiet_hours: z.object({ from: z.string(), to: z.string() }).nullable(),
    kinds: z.record(z.string(), z.object({ email: NotificationMode, sms: NotificationMode })),
    created_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'Recipient' });

const OfTenant = { slug: Slug };
const Nobody = {};

/** A recipient of a tenant: a member, or a person outside the workspace. */
const MemberOrOther = {
  member_id: MemberId.optional().describe('A member of the workspace, whose name and address are used instead'),
  name: Fields.name.optional(),
  language: Fields.language.optional().describe('Default: the language of the member, or en'),
};
const Other = { name: Fields.name, language: Fields.language.default('en') };

const RECIPIENT_FIELDS = [
  'id',
  'member_id',
  'language',
  'time_zone',
  'quiet_hours.from',
  'quiet_hours.to',
  'kinds',
  'email_confirmed_at',
  'phone_confirmed_at',
  'created_at',
];

/** The five endpoints of a tenant's recipients, or of the deployment's. */
function defineRecipients<
  Scope extends Record<string, z.ZodType>,
  Whom extends Record<string, z.ZodType>,
  const Kinds extends readonly [string, ...string[]],
  const Of extends string,
>(scope: Scope, { path, of, whom, kinds }: { path: string; of: Of; whom: Whom; kinds: Kinds }) {
  const Kinds = kindsOf(kinds).describe(
    'By kind and transport; an omitted kind is sent by e-mail at once, and not by SMS',
  );
  const unknownTenant = 'slug' in scope ? (['unknown_tenant'] as const) : ([] as const);
  const limitReached = 'slug' in scope ? (['plan_limit_reached'] as const) : ([] as const);
  const unknownMember = 'member_id' in whom ? (['unknown_member'] as const) : ([] as const);
  const shared = <const M extends ContractMethod>(method: M) => ({ service: 'notifications' as const, method });
  const fields = 'slug' in scope ? ['slug', ...RECIPIENT_FIELDS] : RECIPIENT_FIELDS;
  const list = defineOperator({
    ...shared('GET'),
    name: `list-${of}recipients` as const,
    path,
    summary: 'Recipients of notifications, oldest first',
    description: 'Returns the people who get notifications, with the state of their addresses.',
    input: z.object({ ...scope, ...ListQuery }),
    output: listOf(RecipientView),
    errors: [...unknownTenant],
  });
  const recipient = itemOf(list, { id: 'id' });
  return {
    create: defineOperator({
      ...shared('POST'),
      name: `create-${of}recipient` as const,
      path,
      summary: 'Add a recipient of e-mails or SMS; each address gets a confirmation first',
      description:
        'Adds a person who gets notifications by e-mail or SMS, with the kinds, quiet hours and language of their choice. Each address gets a confirmation, and nothing else before it is confirmed.',
      input: z.object({
        ...scope,
        ...whom,
        email: Fields.email.optional(),
        phone: Fields.phone.optional(),
        time_zone: Fields.time_zone.default('UTC'),
        quiet_hours: Fields.quiet_hours.optional(),
        kinds: Kinds.optional(),
      }),
      ...('member_id' in whom ? { oneOf: ['name', 'member_id'] } : {}),
      output: RecipientView,
      successStatus: 201,
      errors: [...unknownTenant, ...unknownMember, ...limitReached, 'rate_limited'],
      audit: { fields, change: made() },
    }),
    list,
    update: defineOperator({
      ...shared('PATCH'),
      name: `update-${of}recipient` as const,
      path: `${path}/{id}`,
      summary: 'Change a recipient; an address that is new, or not confirmed yet, gets a confirmation',
      description:
        'Changes the given fields only. A new address gets a confirmation, and nothing else before it is confirmed.',
      input: z.object({
        ...scope,
        id: RowId,
        name: Fields.name.optional(),
        email: Fields.email.optional(),
        phone: Fields.phone.optional(),
        language: Fields.language.optional(),
        time_zone: Fields.time_zone.optional(),
        quiet_hours: Fields.quiet_hours.optional(),
        kinds: Kinds.optional(),
      }),
      output: RecipientView,
      errors: [...unknownTenant, 'unknown_recipient', 'rate_limited'],
      audit: { fields, change: changed(recipient) },
    }),
    remove: defineOperator({
      ...shared('DELETE'),
      name: `delete-${of}recipient` as const,
      path: `${path}/{id}`,
      summary: 'Remove a recipient; waiting notifications are not sent',
      description:
        'Removes a person who gets notifications. Their addresses are deleted, and notifications that wait for them are dropped.',
      input: z.object({ ...scope, id: RowId }),
      output: z.object({ deleted: z.literal(true) }),
      errors: [...unknownTenant, 'unknown_recipient'],
      audit: { fields, change: removed(recipient) },
    }),
    confirm: defineOperator({
      ...shared('POST'),
      name: `confirm-${of}recipient` as const,
      path: `${path}/{id}/confirm`,
      summary: 'Confirm the phone of a recipient with the code of the SMS; five wrong codes end it',
      description: 'Confirms a phone number with the code of the SMS. After five wrong codes a new one is needed.',
      input: z.object({ ...scope, id: RowId, code: z.string().regex(/^\d{6}$/, 'must be the six digits of the SMS') }),
      output: RecipientView,
      errors: [...unknownTenant, 'unknown_recipient'],
      audit: { fields, change: changed(recipient) },
    }),
  };
}

/** Recipients of a tenant's notifications (docs/reference/notifications.md#recipients). */
export const tenantRecipients = defineRecipients(OfTenant, {
  path: '/tenants/{slug}/recipients',
  of: '',
  whom: MemberOrOther,
  kinds: TENANT_KINDS,
});

/** Recipients of the deployment's notifications. */
export const operatorRecipients = defineRecipients(Nobody, {
  path: '/recipients',
  of: 'operator-',
  whom: Other,
  kinds: OPERATOR_KINDS,
});

export const NotificationStatus = z.enum(['waiting', 'held', 'sending', 'sent', 'failed', 'unknown', 'dropped']);

export const NotificationView = z
  .object({
    id: z.string(),
    recipient_id: z.int().nullable().describe('Null: the recipient was removed'),
    channel: NotificationChannel,
    kind: z.string().describe('A kind, digest, or confirmation'),
    to: z.string().describe('Masked'),
    status: NotificationStatus,
    reason: z.string().nullable().describe('The reason why it is held, failed, unknown or dropped'),
    facts: z.int().describe('How many facts it reports'),
    attempts: z.int(),
    due_at: Instant.nullable().describe('When it is sent, or retried'),
    provider: z.string().nullable(),
    provider_id: z.string().nullable(),
    accepted_at: Instant.nullable(),
    created_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'Notification' });

const NotificationQuery = { ...ListQuery, status: NotificationStatus.optional() };

export const listNotifications = defineOperator({
  service: 'notifications',
  name: 'list-notifications',
  method: 'GET',
  path: '/tenants/{slug}/notifications',
  summary: 'Notifications that were sent, held back, failed or are unknown, newest first',
  description:
    'Returns the notifications of a tenant page by page, each with recipient, kind, status and, if it failed, the reason.',
  input: z.object({ slug: Slug, ...NotificationQuery }),
  output: listOf(NotificationView),
  errors: ['unknown_tenant'],
});

export const listOperatorNotifications = defineOperator({
  service: 'notifications',
  name: 'list-operator-notifications',
  method: 'GET',
  path: '/notifications',
  summary: 'Notifications to the recipients of the deployment, newest first',
  description:
    'Returns the notifications to the operators’ recipients page by page, each with kind, status and, if it failed, the reason.',
  input: z.object(NotificationQuery),
  output: listOf(NotificationView),
  errors: [],
});

export const SmsAccount = z.object({
  provider: z.enum(['twilio', 'unifonic', 'http']),
  url: line(2048).optional().describe('The address for http; otherwise the provider’s own address'),
  account: line(200).optional().describe('Account SID (twilio) or AppSid (unifonic)'),
  secret: line(500).optional().describe('Auth token (twilio) or the secret that signs (http: whsec_…)'),
  from: line(50).optional().describe('Sender'),
});
export type SmsAccount = Camel<z.infer<typeof SmsAccount>>;

export const SettingsView = z
  .object({
    unattended_minutes: z.int(),
    smtp_host: z.string().nullable().describe('Null: mails go over the mail server of the deployment'),
    mail_from: z.string().nullable(),
    sms_provider: z.string().nullable().describe('Null: SMS go over the account of the deployment'),
  })
  .register(SCHEMA_NAMES, { id: 'NotificationSettings' });

export const getNotificationSettings = defineOperator({
  service: 'notifications',
  name: 'get-notification-settings',
  method: 'GET',
  path: '/tenants/{slug}/notification-settings',
  summary: 'How a tenant’s notifications are sent; secrets are never shown',
  description:
    'Returns when a waiting customer is reported, and which mail server and SMS account a tenant uses. Passwords and tokens are never shown.',
  input: z.object({ slug: Slug }),
  output: SettingsView,
  errors: ['unknown_tenant'],
});

/** The tenant's own mail server and SMS account; their hosts pass the egress rules (docs/reference/notifications.md#own-accounts). */
export const updateNotificationSettings = defineOperator({
  service: 'notifications',
  name: 'update-notification-settings',
  method: 'PATCH',
  path: '/tenants/{slug}/notification-settings',
  summary: 'Change when unattended is sent, or the mail server and SMS account of a tenant',
  description:
    'Changes the given fields only: when a waiting customer is reported, the mail server, the SMS account. Secrets are encrypted and never shown again.',
  input: z.object({
    slug: Slug,
    unattended_minutes: z.int().min(1).max(1440).optional(),
    smtp_url: line(2048).nullable().optional().describe('smtp[s]://user:password@host:port'),
    mail_from: z.email('must be an e-mail address').max(EMAIL_MAX).nullable().optional(),
    sms: SmsAccount.nullable().optional(),
  }),
  output: SettingsView,
  errors: ['unknown_tenant'],
  audit: {
    fields: ['slug', 'unattended_minutes', 'smtp_host', 'mail_from', 'sms_provider', 'sms.provider', 'sms.from'],
    change: changed(one(getNotificationSettings), { secrets: ['smtp_url', 'sms'] }),
  },
});
