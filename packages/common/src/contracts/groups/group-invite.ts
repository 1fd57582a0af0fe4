import { z } from 'zod';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { GROUP_ERRORS, GROUP_FROM, GROUP_ID, GroupId, Invite, ONE_GROUP_ERRORS } from './group-fields.ts';

const INVITE_LINK = 'https://chat.whatsapp.com/Fz4mQ2rT8sYb1cXk9LtVwA';
const Answer = z.object({
  ok: z.literal(true),
  group_id: z.string(),
  invite_link: z.string().describe('Whoever has it can join'),
});

/** The invite link of a group (docs/reference/groups.md#invite-link). */
export const groupInvite = defineAction({
  service: 'pairing',
  name: 'group-invite',
  method: 'GET',
  tag: 'groups',
  sdk: 'groups.invite',
  mcp: 'reads',
  reference: 'docs/reference/groups.md#invite-link',
  summary: 'Get the invite link of a group',
  description: 'Returns the link with which people join the group. Only admins get it.',
  input: z.object({ ...GROUP_FROM, group_id: GroupId }),
  output: Answer,
  errors: ['not_group_admin', ...ONE_GROUP_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: { request: { group_id: GROUP_ID }, answer: { ok: true, group_id: GROUP_ID, invite_link: INVITE_LINK } },
});

/** Replaces the invite link of a group (docs/reference/groups.md#invite-link). */
export const revokeGroupInvite = defineAction({
  service: 'pairing',
  name: 'revoke-group-invite',
  method: 'POST',
  tag: 'groups',
  sdk: 'groups.revokeInvite',
  mcp: 'removes',
  reference: 'docs/reference/groups.md#invite-link',
  summary: 'Replace the invite link of a group',
  description: 'Returns a new link; the old one stops working at once. Only admins may do it.',
  input: z.object({ ...GROUP_FROM, group_id: GroupId }),
  output: Answer,
  errors: ['not_group_admin', ...ONE_GROUP_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: { request: { group_id: GROUP_ID }, answer: { ok: true, group_id: GROUP_ID, invite_link: INVITE_LINK } },
  audit: { fields: ['group_id'], change: unlogged('a link of a group at the network') },
});

/** Joins a group by its link (docs/reference/groups.md#joining). */
export const joinGroup = defineAction({
  service: 'pairing',
  name: 'join-group',
  method: 'POST',
  tag: 'groups',
  sdk: 'groups.join',
  mcp: 'sets',
  reference: 'docs/reference/groups.md#joining',
  summary: 'Join a group by its invite link',
  description:
    'The linked phone joins the group of an invite link. Where an admin approves each person, pending is true until then. A link that was revoked or never existed is invalid_invite.',
  input: z.object({ ...GROUP_FROM, invite: Invite }),
  output: z.object({
    ok: z.literal(true),
    group_id: z.string().nullable().describe('null while an admin has to approve'),
    pending: z.boolean(),
  }),
  errors: ['group_full', ...GROUP_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: { request: { invite: INVITE_LINK }, answer: { ok: true, group_id: GROUP_ID, pending: false } },
  audit: { fields: [], change: unlogged('a group at the network, which its members see') },
});
