import { nothing, unlogged } from './resource-change.ts';

/** Fields that the audit log keeps of several operations. */
export const TENANT_FIELDS = [
  'slug',
  'name',
  'plan',
  'status',
  'balance',
  'retention_days',
  'low_credit_threshold',
  'created_at',
];
export const OF_TENANT = ['slug', 'id'];
export const PAUSE_FIELDS = ['instance_id', 'status', 'reason', 'paused_at'];
export const CHANNEL_FIELDS = ['channel', 'id', 'name', 'identifier', 'status', 'account_id', 'connected_at'];
export const ACT_FIELDS = ['channel', 'message_id'];
export const FILTER_FIELDS = ['channel', 'account', 'status', 'assignee', 'unread', 'label'].map(
  (field) => `filter.${field}`,
);
export const TEMPLATE_FIELDS = ['channel', 'from', 'name', 'language'];
export const DECISION_FIELDS = [
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

/** The changed values of a pause. */
export const PAUSED = { fields: ['status', 'reason', 'paused_at'] };

/** Operations of several subjects that change no values. */
export const SIGNS_IN = nothing('opens a session, or prepares one');
export const TRIES = unlogged('a trial or a test, which leaves everything as it is');
export const TELLS = unlogged('tells a customer something');
export const CANCELS = nothing('the message itself shows that it was cancelled');
export const UPLOADS = unlogged('a file on its way to a customer');
