import { z } from 'zod';
import { LoggedLimit } from '../../contract/logged-values.ts';
import { defineAction } from '../../define-contract.ts';
import { Cursor, pageLimit } from '../../fields.ts';
import { EXAMPLE_SUMMARY, GROUP_ERRORS, GROUP_FROM, GroupSummary } from './group-fields.ts';

/** The groups of a linked phone (docs/reference/groups.md#list). */
export const groups = defineAction({
  service: 'pairing',
  name: 'groups',
  method: 'GET',
  tag: 'groups',
  sdk: 'groups.list',
  mcp: 'reads',
  reference: 'docs/reference/groups.md#list',
  summary: 'List the groups of a linked phone',
  description:
    'Returns the groups that the linked phone is in, by id, without their members. The network is asked for all groups at most once in ten minutes; changes that it reports are in the list at once.',
  input: z.object({ ...GROUP_FROM, limit: pageLimit(200, 100), cursor: Cursor.optional() }),
  output: z.object({ ok: z.literal(true), groups: z.array(GroupSummary), next_cursor: z.string().nullable() }),
  errors: GROUP_ERRORS,
  channel: 'wd',
  deadlineMs: 25_000,
  logged: { limit: LoggedLimit },
  example: { request: {}, answer: { ok: true, groups: [EXAMPLE_SUMMARY], next_cursor: null } },
});
