import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { EXAMPLE_GROUP, GROUP_FROM, GROUP_ID, GroupId, GroupInfo, ONE_GROUP_ERRORS } from './group-fields.ts';

/** One group with its members (docs/reference/groups.md#one-group). */
export const group = defineAction({
  service: 'pairing',
  name: 'group',
  method: 'GET',
  tag: 'groups',
  sdk: 'groups.get',
  mcp: 'reads',
  reference: 'docs/reference/groups.md#one-group',
  summary: 'Get a group and its members',
  description:
    'Returns subject, description, settings and members of a group that the linked phone is in. A group that it is not in is unknown_group.',
  input: z.object({ ...GROUP_FROM, group_id: GroupId }),
  output: z.object({ ok: z.literal(true), group: GroupInfo }),
  errors: ONE_GROUP_ERRORS,
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: { request: { group_id: GROUP_ID }, answer: { ok: true, group: EXAMPLE_GROUP } },
});
