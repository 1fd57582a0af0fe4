import { logEvent } from './log-event.ts';

/** E-mails and SMS to people of a workspace. */
export const NOTIFICATION_EVENTS = {
  'notification.undelivered': logEvent(
    'warn',
    'A notification was refused or abandoned after six hours, or its outcome is unknown.',
    'Read its `reason` in the list of notifications; check PARLEY_SMTP_URL or PARLEY_SMS_*, or the account of the tenant ([notifications](../reference/notifications.md)).',
  ),
  'notification.unsettled': logEvent(
    'warn',
    'The outcome of a notification could not be stored. It is sent again when its lease ends, unless a server may have accepted it: then its outcome is `unknown`.',
    'Read `err`; check PostgreSQL.',
  ),
  'push.unsettled': logEvent(
    'warn',
    'The outcome of a push could not be stored. It is sent again when its lease ends, and replaces the first one on the screen.',
    'Read `err`; check PostgreSQL.',
  ),
  'push.refused': logEvent(
    'warn',
    'A push service refused a message for a reason other than the end of the subscription. The browser is dropped until its member opens the console.',
    'Read `status`. If all browsers are refused: check PARLEY_PUBLIC_URL, which identifies the sender to push services, and the clock of the machine.',
  ),
  'notification-fact.unwritten': logEvent(
    'warn',
    'A fact for a notification could not be written; it is written when its cause is seen again.',
    'Check the database.',
  ),
  'account-mail.failed': logEvent(
    'warn',
    'A mail with a link to sign in, to join or to set a new password could not be sent. The person may ask again.',
    'Check PARLEY_SMTP_URL and the mail server; an invitation shows its link instead.',
  ),
  'deployment.alarmed': logEvent(
    'warn',
    'Free disk has fallen below its threshold, or work waits for longer than its threshold.',
    'Read `what` and `value`. Free disk space, or find the process that does not run or cannot keep up ([notifications](../reference/notifications.md#the-deployment)).',
  ),
} as const;
