import { logEvent } from './log-event.ts';

/** E-mails and SMS to people of a workspace. */
export const NOTIFICATION_EVENTS = {
  'notification.undelivered': logEvent(
    'warn',
    'A notification was refused, given up after six hours, or nobody knows whether it was taken.',
    'Read its `reason` in the list of notifications; check PARLEY_SMTP_URL or PARLEY_SMS_*, or the account of the tenant ([notifications](../reference/notifications.md)).',
  ),
} as const;
