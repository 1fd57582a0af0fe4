import { logEvent, NOTHING } from './log-event.ts';

/** Channel accounts, their tokens, comments, and provider webhooks. */
export const CHANNEL_EVENTS = {
  'connect-link.failed': logEvent(
    'error',
    'Connecting after an authorization dialog failed with an unexpected error; the visitor sees a failure.',
    'Report `err`. The link can be opened again.',
  ),
  'channel-removal.failed': logEvent(
    'warn',
    'A disconnected account could not be removed at its provider; the job is retried for a day.',
    'Read `err`. Remove the subscription at the provider when the job gives up.',
  ),
  'token.renewal-failed': logEvent(
    'warn',
    'An access token could not be renewed yet; the renewal is retried.',
    'Read `err`. The account is disconnected (`token_revoked`) when the provider refuses it permanently.',
  ),
  'page-subscription.failed': logEvent(
    'warn',
    'A page that was connected by an earlier version could not be subscribed to the webhook fields added since; retried every hour.',
    'Read `err`. The page works as before; its owner can connect it again.',
  ),
  'token.refused': logEvent(
    'warn',
    'A provider refused the stored token of an account permanently.',
    'Nothing; the account is disconnected and its owner connects it again.',
  ),
  'provider.app-refused': logEvent(
    'error',
    'A provider refuses the credentials of the app of this deployment: no one can connect, and sends may fail.',
    'Read `reason`. Compare PARLEY_META_APP_ID and PARLEY_META_APP_SECRET, or PARLEY_TIKTOK_APP_ID and PARLEY_TIKTOK_APP_SECRET, with the platform’s own page of the app.',
  ),
  'token-refusal.unreported': logEvent(
    'warn',
    'A refused token could not be reported to services/channel-connect. The next refusal reports it.',
    'Check that services/channel-connect runs.',
  ),
  'callback.other-login': logEvent(
    'debug',
    'The app of another login reported an Instagram account too; the webhook is left out, so that no message arrives twice.',
    'Nothing. To stop such webhooks, end the subscription of the app that the account is not connected with.',
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
    'The private message of a reply to a comment failed with an unexpected error. The public reply is published.',
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
    'Receipts, reactions and unknown provider events that have waited for the maximum time were deleted.',
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
    'A step of an erasure failed; it is retried. `what` names the kind of data, `step` the service.',
    "Read `err` ([people's data](peoples-data.md)).",
  ),
  'history-request.failed': logEvent(
    'warn',
    'The history of a number of the WhatsApp Business app could not be requested; it is requested again until a day has passed.',
    'Read `provider`.',
  ),
  'history.part-not-read': logEvent(
    'warn',
    'A part of a history could not be read; it is kept and read again.',
    'Read `err`; report a part that fails each time.',
  ),
  'history.elements-left-out': logEvent(
    'info',
    'Elements of a history that are no messages, such as reactions, were left out.',
    NOTHING,
  ),
  'history.app-not-noted': logEvent('debug', 'The use of an app was not noted; the next one is.', NOTHING),
} as const;
