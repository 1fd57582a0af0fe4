import { entriesOf } from './catalogue-entry.ts';

const entry = entriesOf('caller');

/** Errors that a member of a workspace can fix in the console: signing in, people, views, labels, teams. */
export const MEMBER_ERRORS = {
  not_signed_in: entry(
    401,
    'This needs a session of the console: sign in.',
    'Sign in at /console; a session ends after 7 days without use and 30 days in all.',
  ),
  wrong_credentials: entry(
    401,
    'The e-mail address or the password is wrong.',
    'Check both, or ask for a new password by e-mail.',
  ),
  second_factor_required: entry(
    401,
    'This account needs a valid code of its authenticator, or an unused recovery code.',
    'Send the six digits that the authenticator shows now as code; each works once.',
  ),
  single_sign_on_refused: entry(
    403,
    'The issuer’s account does not belong to a member of this workspace.',
    'Sign in at the issuer with the address of the member; the issuer must say that it is verified.',
  ),
  permission_denied: entry(
    403,
    'Your role does not allow this.',
    'Ask an owner of the workspace, or the operator in matters of the deployment.',
  ),
  unknown_single_sign_on: entry(
    404,
    'This workspace has no single sign-on.',
    'Check the address of the workspace; an owner sets single sign-on up in the settings.',
  ),
  unknown_member: entry(404, 'This workspace has no member with this id.', 'List the members of the workspace.'),
  unknown_invitation: entry(
    404,
    'This workspace has no open invitation with this id.',
    'List the invitations of the workspace; an accepted or withdrawn one is gone.',
  ),
  unknown_view: entry(404, 'You have no saved view with this id.', 'List the saved views; a deleted one is gone.'),
  unknown_note: entry(
    404,
    'There is no note with this id.',
    'List the notes of the conversation; a deleted one is gone.',
  ),
  unknown_canned_reply: entry(
    404,
    'There is no canned reply with this id.',
    'List the canned replies; a deleted one is gone.',
  ),
  unknown_team: entry(404, 'This workspace has no team with this id.', 'List the teams; a deleted one is gone.'),
  unknown_label: entry(404, 'This workspace has no label with this id.', 'List the labels; a deleted one is gone.'),
  unknown_request: entry(
    404,
    'The log of this workspace has no request with this id.',
    'Requests are kept for 30 days; a request is in the log about a second after its response.',
  ),
  unknown_sign_in: entry(404, 'You have no session with this id.', 'List your sessions; an ended one is gone.'),
  too_many_canned_replies: entry(
    409,
    'There are as many canned replies as there may be.',
    'Delete a canned reply that is not used.',
  ),
  too_many_views: entry(409, 'There are as many saved views as there may be.', 'Delete a view that is not used.'),
  too_many_teams: entry(409, 'There are as many teams as there may be.', 'Delete a team that is not used.'),
  team_exists: entry(409, 'This workspace has a team with this name.', 'Use that team, or choose another name.'),
  too_many_labels: entry(409, 'There are as many labels as there may be.', 'Delete a label that is not used.'),
  label_exists: entry(409, 'This workspace has a label with this title.', 'Use that label, or choose another title.'),
  member_exists: entry(
    409,
    'Somebody with this e-mail address is a member of this workspace already.',
    'Use another address, or remove the member first.',
  ),
  username_refused: entry(
    409,
    'WhatsApp refuses this username: it is taken, reserved or not allowed, or it was changed too often.',
    'Choose another name, such as one of the suggestions. provider.code is Meta’s code.',
  ),
  username_on_other_number: entry(
    409,
    'Another number of this business has this username.',
    'Choose another name, or set move to true: then the other number loses it.',
  ),
  last_owner: entry(409, 'A workspace keeps at least one owner.', 'Make another member an owner first.'),
  no_tenant_chosen: entry(
    409,
    'This concerns a workspace, and your session acts as none.',
    'Choose the tenant that you want to act as.',
  ),
  tenant_inactive: entry(
    402,
    'This workspace is inactive: it can be read and exported, and nothing can be added, sent or changed.',
    'Ask the operator to activate it.',
  ),
  second_factor_set: entry(
    409,
    'This account has an authenticator already.',
    'Turn the second factor off first, with your password.',
  ),
};
