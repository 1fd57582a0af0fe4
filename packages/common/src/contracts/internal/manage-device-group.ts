import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BUS_LIST_MAX, BusText, Instant } from '../../fields.ts';
import { GROUP_ROLES } from '../groups/group-fields.ts';
import { MEMBER_CHANGES } from '../groups/group-members.ts';
import { REQUEST_DECISIONS } from '../groups/group-requests.ts';

const People = z.array(BusText).max(BUS_LIST_MAX);

const Settings = z.object({
  onlyAdminsSend: z.boolean(),
  onlyAdminsEdit: z.boolean(),
  membersAdd: z.boolean(),
  approveJoins: z.boolean(),
  /** 0: messages stay. */
  disappearingS: z.int(),
});
export type DeviceGroupSettings = z.infer<typeof Settings>;

/** An act of a linked device on its groups. */
export const DeviceGroupAct = z.discriminatedUnion('type', [
  /** Groups by their ids, after one of them. */
  z.object({ type: z.literal('list'), after: BusText.nullable(), limit: z.int().min(1) }),
  z.object({ type: z.literal('get'), group: BusText }),
  z.object({
    type: z.literal('create'),
    subject: BusText,
    description: BusText.nullable(),
    people: People,
    /** A repeat with the same key returns the first group. */
    key: BusText,
  }),
  z.object({
    type: z.literal('update'),
    group: BusText,
    subject: BusText.optional(),
    /** Empty removes it. */
    description: BusText.optional(),
    settings: Settings.partial(),
  }),
  z.object({ type: z.literal('members'), group: BusText, change: z.enum(MEMBER_CHANGES), people: People }),
  z.object({ type: z.literal('invite'), group: BusText, isRevoked: z.boolean() }),
  z.object({ type: z.literal('join'), code: BusText }),
  z.object({ type: z.literal('requests'), group: BusText }),
  z.object({ type: z.literal('decide'), group: BusText, decision: z.enum(REQUEST_DECISIONS), people: People }),
  z.object({ type: z.literal('leave'), group: BusText }),
]);
export type DeviceGroupAct = z.infer<typeof DeviceGroupAct>;

const GroupSummary = z.object({
  groupId: BusText,
  subject: BusText,
  size: z.int(),
  role: z.enum(GROUP_ROLES).nullable(),
  settings: Settings,
  createdAt: Instant.nullable(),
});
export type DeviceGroupSummary = z.infer<typeof GroupSummary>;

const GroupInfo = GroupSummary.extend({
  description: BusText.nullable(),
  owner: BusText.nullable(),
  members: z
    .array(z.object({ address: BusText, lid: BusText.nullable(), role: z.enum(GROUP_ROLES) }))
    .max(BUS_LIST_MAX),
});
export type DeviceGroupInfo = z.infer<typeof GroupInfo>;

/** The network's code for one person; 200: done. */
const PersonStatus = z.object({ address: BusText, status: z.int() });
export type DeviceGroupPerson = z.infer<typeof PersonStatus>;
const Results = z.array(PersonStatus).max(BUS_LIST_MAX);

export const DeviceGroupOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('listed'), groups: z.array(GroupSummary).max(BUS_LIST_MAX), hasMore: z.boolean() }),
  z.object({ outcome: z.literal('group'), group: GroupInfo }),
  z.object({ outcome: z.literal('created'), group: GroupInfo, results: Results }),
  z.object({ outcome: z.literal('people'), results: Results }),
  z.object({ outcome: z.literal('invite'), code: BusText }),
  /** Null: an admin has to approve. */
  z.object({ outcome: z.literal('joined'), group: BusText.nullable() }),
  z.object({
    outcome: z.literal('requests'),
    requests: z
      .array(z.object({ address: BusText, requestedAt: Instant.nullable(), method: BusText.nullable() }))
      .max(BUS_LIST_MAX),
  }),
  z.object({ outcome: z.literal('done') }),
  /** Nothing was done: people were added, or all groups were asked for, too recently. */
  z.object({ outcome: z.literal('paced'), reason: z.enum(['adds', 'list']), retryAfterMs: z.int() }),
  /** The device is in no such group. */
  z.object({ outcome: z.literal('absent') }),
  /** The device is a member, and no admin. */
  z.object({ outcome: z.literal('forbidden') }),
  z.object({
    outcome: z.literal('refused'),
    /** Null when the network was not reached: nothing was done. */
    status: z.int().nullable(),
    message: BusText,
  }),
  z.object({ outcome: z.literal('unknown'), message: BusText }),
]);
export type DeviceGroupOutcome = z.infer<typeof DeviceGroupOutcome>;

/**
 * Acts on the groups of a linked device. Any worker accepts the call and forwards it to the worker that holds the
 * device's lease. Every act may be repeated.
 */
export const manageDeviceGroup = defineInternal({
  service: 'pairing',
  name: 'manage-device-group',
  input: z.object({
    tenantId: z.int(),
    /** Id of the wd connection, as in `channels`. */
    externalId: BusText,
    act: DeviceGroupAct,
  }),
  output: DeviceGroupOutcome,
  errors: ['not_connected', 'provider_timeout'],
  deadlineMs: 25_000,
  directed: true,
});
