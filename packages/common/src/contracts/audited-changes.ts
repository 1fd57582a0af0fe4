import { webhook } from './account/webhook.ts';
import { listCannedReplies } from './console/canned-replies.ts';
import type { ServedInConsole } from './console/console-contracts.ts';
import { listLabels } from './console/labels.ts';
import { listInvitations, listMembers } from './console/members.ts';
import { listSessions, me } from './console/my-account.ts';
import { listViews } from './console/saved-views.ts';
import { getSingleSignOn } from './console/single-sign-on.ts';
import { listTeams } from './console/teams.ts';
import { getWorkspace } from './console/workspace-settings.ts';
import type { CUSTOMER_ACTIONS } from './customer-actions.ts';
import { listAiKeys } from './operator/ai-keys.ts';
import { getKnowledge } from './operator/bot-knowledge.ts';
import { getBot } from './operator/bots.ts';
import { getConsentWords } from './operator/consent.ts';
import { getConversation, getConversationPerson } from './operator/conversations.ts';
import { getKey, KeyView } from './operator/keys.ts';
import {
  checkPlatformWebhook,
  checkTenantPlatformWebhook,
  getPlatformWebhook,
  getTenantPlatformWebhook,
} from './operator/platform-webhook.ts';
import { getNotificationSettings, operatorRecipients, tenantRecipients } from './operator/recipients.ts';
import { listStuckLanes } from './operator/stuck-lanes.ts';
import { listTenantChannels } from './operator/tenant-channels.ts';
import { getTenant } from './operator/tenants.ts';
import { getWebhook } from './operator/webhooks.ts';
import type { OPERATOR_ENDPOINTS } from './operator-endpoints.ts';
import {
  changed,
  changedSilently,
  itemOf,
  made,
  type NoChange,
  nothing,
  one,
  type ResourceChange,
  removed,
  replaced,
  unlogged,
} from './resource-change.ts';
import { sessionStatus } from './sessions/session-status.ts';

type Served = ServedInConsole | (typeof OPERATOR_ENDPOINTS)[number] | (typeof CUSTOMER_ACTIONS)[number];
/** Every operation with which a person, a key or the admin token can change something. */
export type ChangingName = Exclude<Served, { method: 'GET' }>['name'];

const PAUSE = { fields: ['status', 'reason', 'paused_at'] };
const DECIDED = { fields: ['status', 'snoozed', 'assignee', 'team', 'bot', 'labels'] };
/** Without the number of its scheduled messages, which changes by itself. */
const KEY = { fields: Object.keys(KeyView.shape) };
const MEMBER = itemOf(listMembers, { id: 'id' });
const VIEW = itemOf(listViews, { id: 'id' });
const CANNED_REPLY = itemOf(listCannedReplies, { id: 'id' });
const TEAM = itemOf(listTeams, { id: 'id' });
const LABEL = itemOf(listLabels, { id: 'id' });
const ACCOUNT = { within: 'member' };
const CHANNEL = itemOf(listTenantChannels, { channel: 'channel', id: 'id' });
const AI_KEY = itemOf(listAiKeys, { provider: 'provider' });
const RECIPIENT = itemOf(tenantRecipients.list, { id: 'id' });
const OPERATOR_RECIPIENT = itemOf(operatorRecipients.list, { id: 'id' });

const SIGNS_IN = nothing('opens a session, or prepares one');
const TELLS = unlogged('tells a customer something');
const CANCELS = nothing('the message itself shows that it was cancelled');
const TRIES = unlogged('a trial or a test, which leaves everything as it is');
const UPLOADS = unlogged('a file on its way to a customer');

/**
 * The changes of each operation: the audit log records the values before and after
 * (docs/reference/console.md#before-and-after). A contract that is missing here does not compile.
 */
export const AUDITED_CHANGES = {
  'sign-in': SIGNS_IN,
  'sign-in-as-operator': SIGNS_IN,
  'redeem-sign-in-link': SIGNS_IN,
  'show-invitation': SIGNS_IN,
  'request-password-reset': SIGNS_IN,
  'reset-password': SIGNS_IN,
  'accept-invitation': SIGNS_IN,
  'begin-single-sign-on': SIGNS_IN,
  'finish-single-sign-on': SIGNS_IN,
  'set-single-sign-on': changed(one(getSingleSignOn), { secrets: ['client_secret'] }),
  'delete-single-sign-on': removed(one(getSingleSignOn)),
  'update-me': changedSilently(one(me), ACCOUNT),
  'switch-workspace': nothing('chooses what the session shows'),
  'join-workspace': nothing('a member of another workspace, whose log names the invitation'),
  'sign-out': nothing('ends the session that asks'),
  'end-session': removed(itemOf(listSessions, { id: 'session_id' })),
  'end-other-sessions': made(),
  'change-password': replaced('new_password'),
  'start-second-factor': nothing('is valid once it is confirmed'),
  'confirm-second-factor': changedSilently(one(me), ACCOUNT),
  'remove-second-factor': changedSilently(one(me), ACCOUNT),
  'act-as-tenant': nothing('chooses what the session shows'),
  'update-workspace': changed(one(getWorkspace)),
  'invite-member': made({ within: 'invitation' }),
  'revoke-invitation': removed(itemOf(listInvitations, { id: 'id' })),
  'change-member-roles': changed(MEMBER, { fields: ['roles'] }),
  'remove-member': removed(MEMBER),
  'create-view': made(),
  'update-view': changed(VIEW),
  'delete-view': removed(VIEW),
  'order-views': nothing('only moves views in their list'),
  'create-label': made(),
  'update-label': changed(LABEL),
  'delete-label': removed(LABEL),
  'create-team': made(),
  'update-team': changed(TEAM),
  'delete-team': removed(TEAM),
  'report-presence': unlogged('who is at a conversation'),

  'create-tenant': made(),
  'update-tenant': changed(one(getTenant)),
  'add-credit': changed(one(getTenant), { fields: ['balance'] }),
  'erase-tenant': removed(one(getTenant)),
  'erase-contact': nothing('what is erased must not stay in a log'),

  'create-key': made(),
  'update-key': changed(one(getKey), KEY),
  'revoke-key': changed(one(getKey), KEY),
  'rotate-secret': replaced('webhook_secret'),
  'pause-webhook': changed(one(getWebhook), PAUSE),
  'resume-webhook': changed(one(getWebhook), PAUSE),
  'send-test-event': TRIES,
  'replay-deliveries': made(),

  'resume-lane': removed(itemOf(listStuckLanes, { instance_id: 'instance_id' }), {
    fields: ['state', 'reason', 'since', 'consecutive_failures'],
  }),
  'replay-lane': made(),

  'set-platform-webhook': changed(one(getPlatformWebhook)),
  'delete-platform-webhook': removed(one(getPlatformWebhook)),
  'rotate-platform-secret': replaced('secret'),
  'test-platform-webhook': TRIES,
  'pause-platform-webhook': changed(one(checkPlatformWebhook), PAUSE),
  'resume-platform-webhook': changed(one(checkPlatformWebhook), PAUSE),
  'replay-platform-deliveries': made(),
  'set-tenant-platform-webhook': changed(one(getTenantPlatformWebhook)),
  'delete-tenant-platform-webhook': removed(one(getTenantPlatformWebhook)),
  'rotate-tenant-platform-secret': replaced('secret'),
  'test-tenant-platform-webhook': TRIES,
  'pause-tenant-platform-webhook': changed(one(checkTenantPlatformWebhook), PAUSE),
  'resume-tenant-platform-webhook': changed(one(checkTenantPlatformWebhook), PAUSE),

  'connect-wa-number': made(),
  'connect-telegram': made(),
  'connect-link': made({ fields: ['channel', 'redirect_url'] }),
  'create-session': made({ fields: ['account_id', 'expires_at'] }),
  'pair-code': unlogged('a code for the phone that is being linked'),
  'delete-session': removed(one(sessionStatus), { fields: ['label', 'status', 'phone'] }),
  'remove-tenant-channel': removed(CHANNEL),
  'disconnect-channel': removed(CHANNEL),
  'create-template': made(),
  'update-template': made(),
  'delete-template': made(),

  'update-conversation': changed(one(getConversation), DECIDED),
  'update-conversations': made({ fields: ['changed'], each: 'conversations' }),
  'set-consent': changedSilently(one(getConversationPerson), { within: 'consent' }),
  'update-consent-words': changed(one(getConsentWords)),
  'mark-conversation-read': unlogged('somebody has looked at it'),
  'add-note': made({ fields: ['id', 'created_at'] }),
  'update-note': made({ fields: ['edited_at'] }),
  'delete-note': nothing('what it said must not stay in a log'),
  'mark-mentions-read': unlogged('somebody has looked at them'),
  'create-canned-reply': made(),
  'update-canned-reply': changed(CANNED_REPLY),
  'delete-canned-reply': removed(CANNED_REPLY),
  'set-push-subscription': unlogged('a member’s own browser'),
  'delete-push-subscription': unlogged('a member’s own browser'),
  'mark-conversation-unread': unlogged('somebody wants to look at it again'),
  send: TELLS,
  react: TELLS,
  'edit-message': TELLS,
  'delete-message': TELLS,
  'mark-read': TELLS,
  typing: TELLS,
  'check-number': unlogged('asks the network something'),
  'reject-call': unlogged('ends a call that rings'),
  'send-from-dashboard': TELLS,
  'start-conversation': TELLS,
  'cancel-send': CANCELS,
  'cancel-scheduled-message': CANCELS,
  'comment-reply': TELLS,
  'set-webhook': changed(one(webhook), { secrets: ['webhook_secret'] }),
  'begin-upload': UPLOADS,
  'add-upload-piece': UPLOADS,
  'retry-quarantined': made({ fields: ['outcome'] }),
  'discard-quarantined': nothing('what it was must not stay in a log'),

  'set-ai-key': changed(AI_KEY, { secrets: ['api_key'] }),
  'test-ai-key': changed(AI_KEY, { fields: ['status'] }),
  'delete-ai-key': removed(AI_KEY),
  'create-bot': made(),
  'update-bot': changed(one(getBot)),
  'delete-bot': removed(one(getBot)),
  'rotate-tool-secret': replaced('tool_secret'),
  'try-bot': TRIES,
  'add-knowledge': made(),
  'delete-knowledge': removed(one(getKnowledge)),

  'create-recipient': made(),
  'update-recipient': changed(RECIPIENT),
  'delete-recipient': removed(RECIPIENT),
  'confirm-recipient': changed(RECIPIENT),
  'create-operator-recipient': made(),
  'update-operator-recipient': changed(OPERATOR_RECIPIENT),
  'delete-operator-recipient': removed(OPERATOR_RECIPIENT),
  'confirm-operator-recipient': changed(OPERATOR_RECIPIENT),
  'update-notification-settings': changed(one(getNotificationSettings), { secrets: ['smtp_url', 'sms'] }),
} as const satisfies Record<ChangingName, ResourceChange | NoChange>;

const CHANGES: ReadonlyMap<string, ResourceChange | NoChange> = new Map(Object.entries(AUDITED_CHANGES));

/** The change of an operation; null when nothing has a value before and after. */
export function changeOf(operation: string): ResourceChange | null {
  const change = CHANGES.get(operation);
  return change === undefined || 'why' in change ? null : change;
}

/**
 * Whether the audit log records an operation that is called with a key or the admin token
 * (docs/reference/console.md#audit-log).
 */
export function isLoggedOfApis(operation: string): boolean {
  const change = CHANGES.get(operation);
  return change !== undefined && !('isUnlogged' in change);
}
