import { z } from 'zod';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { GROUP_FROM, GROUP_ID, GroupId, ONE_GROUP_ERRORS } from './group-fields.ts';

/** Leaves a group (docs/reference/groups.md#leaving). */
export const leaveGroup = defineAction({
  service: 'pairing',
  name: 'leave-group',
  method: 'POST',
  tag: 'groups',
  sdk: 'groups.leave',
  mcp: 'removes',
  reference: 'docs/reference/groups.md#leaving',
  summary: 'Leave a group',
  description:
    'The linked phone leaves the group; its conversation stays. A group that it is not in, or has left, is unknown_group.',
  input: z.object({ ...GROUP_FROM, group_id: GroupId }),
  output: z.object({ ok: z.literal(true), group_id: z.string() }),
  errors: [...ONE_GROUP_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: { request: { group_id: GROUP_ID }, answer: { ok: true, group_id: GROUP_ID } },
  audit: { fields: ['group_id'], change: unlogged('a group at the network, which its members see') },
});
