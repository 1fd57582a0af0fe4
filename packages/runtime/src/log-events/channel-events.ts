import { logEvent, NOTHING } from './log-event.ts';

/** Channel accounts, their tokens, comments, and provider webhooks. */
export const CHANNEL_EVENTS = {
  'connect-link.failed': logEvent(
    'error',
    'Connecting after an authorization dialog failed with an error that nobody expected; the visitor sees a failure.',
    'Report `err`. The link can be opened again.',
  ),
  'channel-removal.failed': logEvent(
    'warn',
    'A disconnected account could not be removed at its provider; the job is retried for a day.',
    'Read `err`. Remove the subscription at the provider when the job gives up.',
  ),
  'token.renewal-failed': logEvent(
    'warn',
    'An access token could not be renewed yet; it is tried again.',
    'Read `err`. The account is disconnected (`token_revoked`) when the provider refuses it for good.',
  ),
  'token.refused': logEvent(
    'warn',
    'A provider refused the stored token of an account for good.',
    'Nothing; the account is disconnected and its owner connects it again.',
  ),
  'provider.app-refused': logEvent(
    'error',
    'A provider refuses the credentials of the app of this deployment: nobody can connect, and sends may fail.',
    'Read `reason`. Compare PARLEY_META_APP_ID and PARLEY_META_APP_SECRET, or PARLEY_TIKTOK_APP_ID and PARLEY_TIKTOK_APP_SECRET, with the platform’s own page of the app.',
  ),
  'token-refusal.unreported': logEvent(
    'warn',
    'A refused token could not be reported to services/channel-connect. The next refusal reports it.',
    'Check that services/channel-connect runs.',
  ),
  'comment.quarantined': logEvent(
    'error',
    'A comment from a poll could not be stored because of its content; it is in the quarantine.',
    'See [quarantine](quarantine.md).',
  ),
  'comment-reply.unstored': logEvent(
    'error',
    'The outcome of a public reply to a comment could not be stored; the caller gets `provider_timeout`.',
    'Read `err`; check PostgreSQL. The reply may be public.',
  ),
  'private-reply.failed': logEvent(
    'error',
    'The private part of a reply to a comment failed with an error that nobody expected. The public reply is published.',
    'Report `err`.',
  ),
  'webhook-element.quarantined': logEvent(
    'error',
    "An element of a provider's webhook could not be stored because of its content; it is in the quarantine.",
    'See [quarantine](quarantine.md).',
  ),
  'quarantine.dropped': logEvent(
    'warn',
    'An account has too many elements in the quarantine; the oldest `dropped` ones were deleted.',
    'See [quarantine](quarantine.md): repair the cause and retry the elements.',
  ),
  'pending-updates.dropped': logEvent(
    'warn',
    'Too many receipts and reactions of an account wait for messages that are not stored; the oldest were deleted.',
    'Check whether another system sends with the same number.',
  ),
  'pending-updates.expired': logEvent(
    'info',
    'Receipts, reactions and unknown provider events that waited for their whole time were deleted.',
    NOTHING,
  ),
  'callback-query.unanswered': logEvent(
    'debug',
    "A press of a Telegram button could not be acknowledged; the person's client shows a spinner for longer.",
    NOTHING,
  ),
  'profile.lookup-failed': logEvent(
    'debug',
    "A person's name could not be read at the provider; the contact has no name yet.",
    NOTHING,
  ),
  'erasure.step-failed': logEvent(
    'warn',
    "A step of an erasure failed; it is tried again. `what` says whose data, `step` which service's.",
    "Read `err` ([people's data](peoples-data.md)).",
  ),
} as const;
