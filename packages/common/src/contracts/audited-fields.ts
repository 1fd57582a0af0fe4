import type { ChangingName } from './audited-changes.ts';

const SECOND_FACTOR = ['has_second_factor'];
const INVITATION = ['id', 'email', 'roles', 'expires_at', 'created_at'];
const MEMBER = ['id', 'email', 'roles', 'has_second_factor', 'last_seen_at', 'created_at'];
const FILTER = ['channel', 'account', 'status', 'assignee', 'unread', 'label'].map((field) => `filter.${field}`);
const VIEW = ['id', 'is_shared', ...FILTER];
const TENANT = ['slug', 'name', 'plan', 'status', 'balance', 'retention_days', 'low_credit_threshold', 'created_at'];
const KEY = [
  'slug',
  'instance_id',
  'label',
  'channels',
  'webhook_url',
  'events',
  'rate_limit_per_minute',
  'enabled',
  'ordered',
  'mcp_enabled',
  'mcp_tools',
  'set_webhook_enabled',
  'revoked_at',
  'created_at',
];
const PAUSE = ['instance_id', 'status', 'reason', 'paused_at'];
const REPLAY = ['id', 'ids', 'instance_id', 'since', 'until', 'status', 'replayed'];
const PLATFORM = ['instance_id', 'url', 'events', 'enabled', 'created_at'];
const CHANNEL = ['channel', 'id', 'name', 'identifier', 'status', 'account_id', 'connected_at'];
const DECISION = [
  'slug',
  'id',
  'status',
  'assignee',
  'bot',
  'snooze.until',
  'snoozed.until',
  'add_labels',
  'remove_labels',
];
const LABEL = ['id', 'color'];
const TEAM = ['id', 'by_turns', 'members'];
const AI_KEY = ['provider', 'base_url', 'last4', 'status', 'tested_at'];
const ACT = ['channel', 'message_id'];
const CANNED_REPLY = ['id', 'created_at', 'updated_at'];
const BOT = [
  'slug',
  'id',
  'name',
  'enabled',
  'key_mode',
  'provider',
  'model',
  'accounts',
  'trigger.kind',
  'trigger.match',
  'trigger.time_zone',
  'trigger.when',
  'trigger.hours.days',
  'trigger.hours.from',
  'trigger.hours.to',
  'groups',
  'debounce_seconds',
  'max_wait_seconds',
  'resume_after_minutes',
  'pause_on_api',
  'history_tokens',
  'caps.turns_per_conversation_hour',
  'caps.tokens_per_day',
  'caps.cost_per_month',
  'tools.name',
  'tools.url',
  'status',
  'stopped_reason',
  'created_at',
  'updated_at',
];
const KNOWLEDGE = ['id', 'kind', 'status', 'bytes', 'tokens', 'created_at'];
const RECIPIENT = [
  'id',
  'member_id',
  'language',
  'time_zone',
  'quiet_hours.from',
  'quiet_hours.to',
  'kinds',
  'email_confirmed_at',
  'phone_confirmed_at',
  'created_at',
];
const TEMPLATE = ['channel', 'from', 'name', 'language'];
const SINGLE_SIGN_ON = [
  'issuer',
  'client_id',
  'domains',
  'new_member_role',
  'role_claim.name',
  'role_claim.agent',
  'role_claim.developer',
];
const OF_TENANT = ['slug', 'id'];
const NONE: readonly string[] = [];

/**
 * The fields of each operation, input or changed, whose values the audit log keeps; of every other field it only
 * records that it was given (docs/reference/logged-fields.md#audit-log). People's texts, names and addresses, and
 * secrets, are in no list: the log outlives the erasure of a person. A contract that is missing here does not compile.
 */
export const AUDITED_FIELDS = {
  'sign-in': NONE,
  'sign-in-as-operator': NONE,
  'redeem-sign-in-link': NONE,
  'show-invitation': NONE,
  'request-password-reset': NONE,
  'reset-password': NONE,
  'accept-invitation': NONE,
  'begin-single-sign-on': NONE,
  'finish-single-sign-on': NONE,
  'set-single-sign-on': SINGLE_SIGN_ON,
  'delete-single-sign-on': SINGLE_SIGN_ON,
  'update-me': ['id', 'language', ...SECOND_FACTOR],
  'switch-workspace': ['slug'],
  'join-workspace': NONE,
  'sign-out': NONE,
  'end-session': ['session_id', 'id', 'is_current', 'created_at', 'last_seen_at', 'expires_at'],
  'end-other-sessions': ['ended'],
  'change-password': NONE,
  'start-second-factor': NONE,
  'confirm-second-factor': SECOND_FACTOR,
  'remove-second-factor': SECOND_FACTOR,
  'act-as-tenant': ['slug'],
  'update-workspace': [
    'slug',
    'name',
    'language',
    'time_zone',
    'retention_days',
    'business_hours.time_zone',
    'business_hours.hours.days',
    'business_hours.hours.from',
    'business_hours.hours.to',
  ],
  'invite-member': [...INVITATION, 'by', 'language'],
  'revoke-invitation': INVITATION,
  'change-member-roles': MEMBER,
  'remove-member': MEMBER,
  'create-view': VIEW,
  'update-view': VIEW,
  'delete-view': VIEW,
  'order-views': ['is_shared', 'order'],
  'create-label': LABEL,
  'update-label': LABEL,
  'delete-label': LABEL,
  'create-team': TEAM,
  'update-team': TEAM,
  'delete-team': TEAM,
  'report-presence': NONE,

  'create-tenant': TENANT,
  'update-tenant': TENANT,
  'add-credit': ['slug', 'amount', 'balance'],
  'erase-tenant': TENANT,
  'erase-contact': OF_TENANT,

  'create-key': KEY,
  'update-key': KEY,
  'revoke-key': [...KEY, 'cancel_scheduled'],
  'rotate-secret': ['slug', 'instance_id'],
  'pause-webhook': ['slug', ...PAUSE],
  'resume-webhook': ['slug', ...PAUSE],
  'send-test-event': ['slug', 'instance_id', 'event'],
  'replay-deliveries': ['slug', ...REPLAY],

  'resume-lane': ['slug', 'instance_id', 'state', 'reason', 'since', 'consecutive_failures'],
  'replay-lane': ['slug', ...REPLAY],

  'set-platform-webhook': PLATFORM,
  'delete-platform-webhook': PLATFORM,
  'rotate-platform-secret': NONE,
  'test-platform-webhook': ['event'],
  'pause-platform-webhook': PAUSE,
  'resume-platform-webhook': PAUSE,
  'replay-platform-deliveries': REPLAY,
  'set-tenant-platform-webhook': ['slug', ...PLATFORM],
  'delete-tenant-platform-webhook': ['slug', ...PLATFORM],
  'rotate-tenant-platform-secret': ['slug'],
  'test-tenant-platform-webhook': ['slug', 'event'],
  'pause-tenant-platform-webhook': ['slug', ...PAUSE],
  'resume-tenant-platform-webhook': ['slug', ...PAUSE],

  'connect-wa-number': ['slug', ...CHANNEL, 'phone_number_id', 'waba_id', 'number', 'label'],
  'connect-telegram': ['ok', 'channel', 'status', 'bot_username'],
  'connect-link': ['channel', 'redirect_url'],
  'create-session': ['label', 'history_days', 'account_id', 'expires_at'],
  'pair-code': NONE,
  'delete-session': ['id', 'label', 'status', 'phone'],
  'remove-tenant-channel': ['slug', ...CHANNEL],
  'disconnect-channel': CHANNEL,
  'create-template': [...TEMPLATE, 'category', 'id', 'status'],
  'update-template': [...TEMPLATE, 'category', 'id', 'changed'],
  'delete-template': [...TEMPLATE, 'deleted'],

  'update-conversation': [...DECISION, 'labels.id', 'team.id'],
  'update-conversations': [
    ...DECISION,
    'labels',
    'team',
    'ids',
    'expected.status',
    'expected.assignee',
    'expected.bot',
    'changed',
    ...FILTER,
  ],
  'set-consent': [...OF_TENANT, 'opted_out', 'by', 'at'],
  'update-consent-words': ['slug', 'stop_words', 'start_words', 'is_default'],
  'mark-conversation-read': OF_TENANT,
  'add-note': ['id', 'mentions', 'created_at'],
  'update-note': ['id', 'mentions', 'edited_at'],
  'delete-note': ['id'],
  'mark-mentions-read': ['conversation_id'],
  'create-canned-reply': CANNED_REPLY,
  'update-canned-reply': CANNED_REPLY,
  'delete-canned-reply': CANNED_REPLY,
  'set-push-subscription': [],
  'delete-push-subscription': [],
  'mark-conversation-unread': ['id'],
  send: ['channel', 'media_type', 'template.name', 'template.language', 'send_at'],
  'send-from-dashboard': [...OF_TENANT, 'upload_id', 'template.name', 'template.language', 'send_at'],
  'start-conversation': ['channel', 'from', 'template.name', 'template.language'],
  react: ACT,
  'edit-message': ACT,
  'delete-message': ACT,
  'mark-read': ACT,
  typing: ['channel', 'state'],
  'check-number': ['channel'],
  'reject-call': ['channel'],
  'cancel-send': ACT,
  'cancel-scheduled-message': [...OF_TENANT, 'message_id'],
  'comment-reply': ['comment_id'],
  'set-webhook': ['url', 'events', 'replace', 'status', 'reason'],
  'begin-upload': ['slug', 'size'],
  'add-upload-piece': ['slug', 'upload_id', 'offset'],
  'retry-quarantined': [...OF_TENANT, 'outcome'],
  'discard-quarantined': OF_TENANT,

  'set-ai-key': ['slug', ...AI_KEY, 'test'],
  'test-ai-key': ['slug', ...AI_KEY, 'model'],
  'delete-ai-key': ['slug', ...AI_KEY],
  'create-bot': BOT,
  'update-bot': BOT,
  'delete-bot': BOT,
  'rotate-tool-secret': OF_TENANT,
  'try-bot': [...OF_TENANT, 'channel'],
  'add-knowledge': ['slug', ...KNOWLEDGE],
  'delete-knowledge': ['slug', ...KNOWLEDGE, 'source'],

  'create-recipient': ['slug', ...RECIPIENT],
  'update-recipient': ['slug', ...RECIPIENT],
  'delete-recipient': ['slug', ...RECIPIENT],
  'confirm-recipient': ['slug', ...RECIPIENT],
  'create-operator-recipient': RECIPIENT,
  'update-operator-recipient': RECIPIENT,
  'delete-operator-recipient': RECIPIENT,
  'confirm-operator-recipient': RECIPIENT,
  'update-notification-settings': [
    'slug',
    'unattended_minutes',
    'smtp_host',
    'mail_from',
    'sms_provider',
    'sms.provider',
    'sms.from',
  ],
} as const satisfies Record<ChangingName, readonly string[]>;

const FIELDS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(AUDITED_FIELDS));

/** The fields of an operation whose values the audit log keeps: dotted paths. */
export const auditedFieldsOf = (operation: string): readonly string[] => FIELDS.get(operation) ?? [];
