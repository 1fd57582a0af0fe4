import { z } from 'zod';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import {
  GROUP_FROM,
  GROUP_ID,
  GroupId,
  GroupPerson,
  GroupPersonResult,
  MAX_CHANGED,
  ONE_GROUP_ERRORS,
} from './group-fields.ts';

export const MEMBER_CHANGES = ['add', 'remove', 'promote', 'demote'] as const;

/** Changes the members of a group (docs/reference/groups.md#members). */
export const groupMembers = defineAction({
  service: 'pairing',
  name: 'group-members',
  method: 'POST',
  tag: 'groups',
  sdk: 'groups.members',
  mcp: 'removes',
  reference: 'docs/reference/groups.md#members',
  summary: 'Add, remove, promote or demote members of a group',
  description:
    'Does one change for each person, and returns a result for each: ok, or the reason. A person who lets only contacts add them has only_contacts_may_add: send them the invite link (group-invite). People are added slowly (5 in 10 seconds, 20 a day, groups together): more is rate_limited, with retry_after, and nothing is queued.',
  input: z.object({
    ...GROUP_FROM,
    group_id: GroupId,
    change: z.enum(MEMBER_CHANGES).describe('promote makes a member an admin, demote ends that'),
    members: z.array(GroupPerson).min(1).max(MAX_CHANGED).describe('Numbers or hidden ids; add takes at most 5'),
  }),
  output: z.object({ ok: z.literal(true), group_id: z.string(), results: z.array(GroupPersonResult) }),
  errors: ['not_group_admin', ...ONE_GROUP_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: { change: z.enum(MEMBER_CHANGES) },
  example: {
    request: { group_id: GROUP_ID, change: 'add', members: ['+16505550123'] },
    answer: {
      ok: true,
      group_id: GROUP_ID,
      results: [{ address: '+16505550123', ok: true, error: null, message: null }],
    },
  },
  audit: { fields: ['group_id', 'change'], change: unlogged('a group at the network, which its members see') },
});
