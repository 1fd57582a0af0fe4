import { z } from 'zod';
import { AT } from '../../contract/example-values.ts';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import {
  GROUP_FROM,
  GROUP_ID,
  GroupId,
  GroupPerson,
  GroupPersonResult,
  GroupRequest,
  MAX_CHANGED,
  ONE_GROUP_ERRORS,
} from './group-fields.ts';

/** People who ask to join a group (docs/reference/groups.md#requests-to-join). */
export const groupRequests = defineAction({
  service: 'pairing',
  name: 'group-requests',
  method: 'GET',
  tag: 'groups',
  sdk: 'groups.requests',
  mcp: 'reads',
  mcpList: 'requests',
  reference: 'docs/reference/groups.md#requests-to-join',
  summary: 'List the people who ask to join a group',
  description: 'Returns the people who wait until an admin of the group approves them. Only admins see them.',
  input: z.object({ ...GROUP_FROM, group_id: GroupId }),
  output: z.object({ ok: z.literal(true), group_id: z.string(), requests: z.array(GroupRequest) }),
  errors: ['not_group_admin', ...ONE_GROUP_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: {
    request: { group_id: GROUP_ID },
    answer: {
      ok: true,
      group_id: GROUP_ID,
      requests: [{ address: '+16505550123', requested_at: AT, method: 'invite_link' }],
    },
  },
});

export const REQUEST_DECISIONS = ['approve', 'reject'] as const;

/** Approves or rejects people who ask to join (docs/reference/groups.md#requests-to-join). */
export const decideGroupRequests = defineAction({
  service: 'pairing',
  name: 'decide-group-requests',
  method: 'POST',
  tag: 'groups',
  sdk: 'groups.decideRequests',
  mcp: 'removes',
  reference: 'docs/reference/groups.md#requests-to-join',
  summary: 'Approve or reject people who ask to join a group',
  description:
    'Approves or rejects each person, and returns a result for each. A person without a request is not_found.',
  input: z.object({
    ...GROUP_FROM,
    group_id: GroupId,
    decision: z.enum(REQUEST_DECISIONS),
    members: z.array(GroupPerson).min(1).max(MAX_CHANGED),
  }),
  output: z.object({ ok: z.literal(true), group_id: z.string(), results: z.array(GroupPersonResult) }),
  errors: ['not_group_admin', ...ONE_GROUP_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: { decision: z.enum(REQUEST_DECISIONS) },
  example: {
    request: { group_id: GROUP_ID, decision: 'approve', members: ['+16505550123'] },
    answer: {
      ok: true,
      group_id: GROUP_ID,
      results: [{ address: '+16505550123', ok: true, error: null, message: null }],
    },
  },
  audit: { fields: ['group_id', 'decision'], change: unlogged('a group at the network, which its members see') },
});
