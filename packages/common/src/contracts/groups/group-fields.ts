import { z } from 'zod';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import type { ErrorCode } from '../../errors/error-catalogue.ts';
import { Instant, line, text } from '../../fields.ts';

/** The most people that one call adds: more at once look like spam to the network. */
export const MAX_ADDED = 5;
/** The most people that one call removes, promotes, demotes, approves or rejects. */
export const MAX_CHANGED = 50;

export const GroupId = z
  .string()
  .regex(/^\d[\d-]{4,40}@g\.us$/, 'must be the id of a group, which ends in @g.us')
  .describe('group_id of a group, as in group.updated; also the `to` of a send to it');

/** A person by their number, or by the hidden id under which a group shows them. */
export const GroupPerson = z
  .string()
  .regex(/^(\+\d{7,15}|\d{5,20}@lid)$/, 'must be a number, + and 7 to 15 digits, or a hidden id that ends in @lid');

export const GroupSubject = line(100).describe('The name of the group');
export const GroupDescription = text(2048);
/** Members of a group that can be removed: an empty text counts as absent (docs/reference/requests.md#fields). */
export const RemovedGroupParts = z
  .array(z.enum(['description']))
  .min(1)
  .max(1)
  .describe('Parts to remove');

/** The linked phone that acts. */
export const GROUP_FROM = {
  from: line(200).optional().describe('The linked phone: its id, number or label. Default: the first'),
};

/** Times after which the network lets messages disappear, in seconds. */
const DISAPPEARING_TIMES: readonly number[] = [0, 86_400, 604_800, 7_776_000];
const DisappearingTime = z
  .int()
  .refine((seconds) => DISAPPEARING_TIMES.includes(seconds), `must be one of ${DISAPPEARING_TIMES.join(', ')}`)
  .describe(`Seconds after which messages disappear: one of ${DISAPPEARING_TIMES.join(', ')}; 0: never`);

export const GroupSettings = z
  .object({
    only_admins_send: z.boolean().describe('Only admins write'),
    only_admins_edit: z.boolean().describe('Only admins change subject, description and settings'),
    members_add: z.boolean().describe('Every member may add people'),
    approve_joins: z.boolean().describe('An admin approves each person who joins'),
    disappearing_s: z.int().min(0).describe('Seconds after which messages disappear; 0: never'),
  })
  .register(SCHEMA_NAMES, { id: 'GroupSettings' });

/** The given settings change, the others stay. */
export const GroupSettingsChange = GroupSettings.extend({ disappearing_s: DisappearingTime })
  .partial()
  .register(SCHEMA_NAMES, { id: 'GroupSettingsChange' });

export const GROUP_ROLES = ['owner', 'admin', 'member'] as const;

export const GroupMember = z
  .object({
    address: z.string().describe('The number, or the hidden id where the number is unknown'),
    lid: z.string().nullable().describe('The hidden id; null if it is unknown'),
    role: z.enum(GROUP_ROLES),
  })
  .register(SCHEMA_NAMES, { id: 'GroupMember' });

/** A group in a list. */
const summary = {
  group_id: z.string(),
  subject: z.string(),
  size: z.int().min(0).describe('Number of members'),
  role: z.enum(GROUP_ROLES).nullable().describe('The role of the linked phone; null if the network does not say'),
  settings: GroupSettings,
  created_at: Instant.nullable(),
};
export const GroupSummary = z.object(summary).register(SCHEMA_NAMES, { id: 'GroupSummary' });

/** A group with its members. */
export const GroupInfo = z
  .object({
    ...summary,
    description: z.string().nullable(),
    owner: z.string().nullable().describe('Address of the person who created it'),
    members: z.array(GroupMember),
  })
  .register(SCHEMA_NAMES, { id: 'Group' });
export type GroupInfo = z.output<typeof GroupInfo>;

/** The reasons why the network did not do something for one person. */
export const GROUP_REFUSALS = [
  'only_contacts_may_add',
  'not_on_network',
  'left_recently',
  'already_member',
  'blocked',
  'group_full',
  'not_found',
  'refused',
] as const;
export type GroupRefusal = (typeof GROUP_REFUSALS)[number];

export const GroupPersonResult = z
  .object({
    address: z.string(),
    ok: z.boolean(),
    error: z.enum(GROUP_REFUSALS).nullable(),
    message: z.string().nullable().describe('The reason, and what helps; null if it was done'),
  })
  .register(SCHEMA_NAMES, { id: 'GroupPersonResult' });

export const GroupRequest = z
  .object({
    address: z.string(),
    requested_at: Instant.nullable(),
    method: z.string().nullable().describe('The network’s name: invite_link, linked_group_join, non_admin_add'),
  })
  .register(SCHEMA_NAMES, { id: 'GroupRequest' });

/** Errors of every act on groups (docs/reference/groups.md#errors). */
export const GROUP_ERRORS = [
  'channel_not_allowed',
  'not_connected',
  'rate_limited',
  'device_error',
  'provider_timeout',
] as const satisfies readonly ErrorCode[];

/** Errors of an act on one group. */
export const ONE_GROUP_ERRORS = ['unknown_group', ...GROUP_ERRORS] as const satisfies readonly ErrorCode[];

export const Invite = z
  .string()
  .regex(/^(https:\/\/chat\.whatsapp\.com\/)?[A-Za-z0-9]{8,64}$/, 'must be an invite link, or its code');

/** Examples. */
export const GROUP_ID = '120363000000000001@g.us';
const SETTINGS = {
  only_admins_send: false,
  only_admins_edit: true,
  members_add: false,
  approve_joins: false,
  disappearing_s: 0,
};
export const EXAMPLE_SUMMARY = {
  group_id: GROUP_ID,
  subject: 'Order 1042',
  size: 2,
  role: 'owner',
  settings: SETTINGS,
  created_at: '2026-03-01T10:00:00.000Z',
} as const;
export const EXAMPLE_GROUP: z.input<typeof GroupInfo> = {
  ...EXAMPLE_SUMMARY,
  description: 'Questions about order 1042.',
  owner: '+16505550101',
  members: [
    { address: '+16505550101', lid: null, role: 'owner' },
    { address: '+16505550123', lid: '916505550123@lid', role: 'member' },
  ],
};
