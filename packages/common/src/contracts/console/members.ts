import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { changed, itemOf, made, removed } from '../../contract/resource-change.ts';
import { Cursor, Instant, Language, MemberId } from '../../fields.ts';
import { TenantRole, TenantRoles } from '../../workspace/console-roles.ts';
import { Email } from './sign-in.ts';

const INVITATION_FIELDS = ['id', 'email', 'roles', 'expires_at', 'created_at'];
const MEMBER_FIELDS = ['id', 'email', 'roles', 'has_second_factor', 'last_seen_at', 'created_at'];

export const MemberView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(TenantRole),
  has_second_factor: z.boolean(),
  last_seen_at: Instant.nullable(),
  created_at: Instant,
});

export const InvitationView = z.object({
  id: z.string(),
  email: z.string(),
  roles: z.array(TenantRole),
  expires_at: Instant,
  created_at: Instant,
});

/** A workspace has at most 10,000 members and open invitations together. */
export const MEMBERS_MAX = 10_000;

const InvitationId = z.string().regex(/^inv_[0-9a-z]{10,40}$/, 'must be the id of an invitation');
const MemberPage = {
  limit: z.int().min(1).max(200).default(50),
  cursor: Cursor.optional(),
};

export const listMembers = defineConsole({
  service: 'accounts',
  name: 'list-members',
  method: 'GET',
  summary: 'Members of the workspace, oldest first',
  permission: 'members.read',
  input: z.object(MemberPage),
  output: z.object({ items: z.array(MemberView), next_cursor: z.string().nullable() }),
  errors: [],
});

export const listInvitations = defineConsole({
  service: 'accounts',
  name: 'list-invitations',
  method: 'GET',
  summary: 'Invitations that wait to be accepted, oldest first',
  permission: 'members.manage',
  input: z.object(MemberPage),
  output: z.object({ items: z.array(InvitationView), next_cursor: z.string().nullable() }),
  errors: [],
});

/** A new invitation of the same address replaces the previous one (docs/reference/console.md#invitations). */
export const inviteMember = defineConsole({
  service: 'accounts',
  name: 'invite-member',
  method: 'POST',
  summary: 'Invite a person to the workspace, by mail or with a link that is shown once',
  permission: 'members.manage',
  input: z.object({
    email: Email,
    roles: TenantRoles,
    by: z.enum(['mail', 'link']).default('mail'),
    language: Language.default('en'),
  }),
  output: z.object({
    invitation: InvitationView,
    link: z.string().nullable().describe('Shown only here; null if it was mailed'),
    is_mailed: z.boolean().describe('False if the mail server did not accept it: the link is shown instead'),
  }),
  errors: ['member_exists', 'rate_limited'],
  deadlineMs: 25_000,
  audit: { fields: [...INVITATION_FIELDS, 'by', 'language'], change: made({ within: 'invitation' }) },
});

export const revokeInvitation = defineConsole({
  service: 'accounts',
  name: 'revoke-invitation',
  method: 'POST',
  summary: 'Withdraw an invitation',
  permission: 'members.manage',
  input: z.object({ id: InvitationId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_invitation'],
  audit: { fields: INVITATION_FIELDS, change: removed(itemOf(listInvitations, { id: 'id' })) },
});

const ONE_MEMBER = itemOf(listMembers, { id: 'id' });

/** Takes effect on every gateway within 1 s. */
export const changeMemberRoles = defineConsole({
  service: 'accounts',
  name: 'change-member-roles',
  method: 'POST',
  summary: 'Give a member other roles',
  permission: 'members.manage',
  input: z.object({ id: MemberId, roles: TenantRoles }),
  output: MemberView,
  errors: ['unknown_member', 'last_owner'],
  audit: { fields: MEMBER_FIELDS, change: changed(ONE_MEMBER, { fields: ['roles'] }) },
});

/** Ends their sessions on every gateway within 1 s. */
export const removeMember = defineConsole({
  service: 'accounts',
  name: 'remove-member',
  method: 'POST',
  summary: 'Remove a member',
  permission: 'members.manage',
  input: z.object({ id: MemberId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_member', 'last_owner'],
  audit: { fields: MEMBER_FIELDS, change: removed(ONE_MEMBER) },
});
