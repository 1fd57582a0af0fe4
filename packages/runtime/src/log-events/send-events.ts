import { logEvent, NOTHING } from './log-event.ts';

/** Outbound messages. */
export const SEND_EVENTS = {
  'send-outcome.unstored': logEvent(
    'error',
    "A provider's answer to a send could not be stored in time. The sweeper settles the message as unknown.",
    'Read `err`; check PostgreSQL.',
  ),
  'recipient-address.unstored': logEvent(
    'error',
    'A provider named another address of a recipient, and it could not be stored. The message itself is settled.',
    'Read `err`. A reply from that address may open a second conversation.',
  ),
  'interrupted-sends.settled': logEvent(
    'warn',
    'Sends whose worker died were settled by the sweeper; `interrupted` became unknown, `ended` failed with a refund.',
    'Find out why the worker ended.',
  ),
  'reservation.lookup-failed': logEvent(
    'debug',
    'After a broken transaction it is not known yet whether a send was reserved; it is looked up again.',
    NOTHING,
  ),
  'claim.lookup-failed': logEvent(
    'debug',
    'After a broken transaction it is not known yet whether scheduled messages were claimed; they are looked up again.',
    NOTHING,
  ),
  'scheduled-send.failed': logEvent(
    'error',
    'A scheduled message could not be sent or its outcome could not be stored. The sweeper settles it as unknown.',
    'Read `err`; check PostgreSQL.',
  ),
  'accompanying-text.failed': logEvent(
    'warn',
    'An earlier part of a message was sent, but a later one, such as the text after its file, was not.',
    'Read `provider`. The customer sees the message as sent.',
  ),
  'business-connection.unread': logEvent(
    'warn',
    'The business connection of a Telegram chat could not be looked up; the call is retried until its deadline.',
    'Read `err`: the database is unavailable.',
  ),
  'file-type.unread': logEvent('debug', "A file's type could not be read; it is sent as a document.", NOTHING),
  'file.unread': logEvent('debug', 'A file to upload could not be opened; its message is refused.', NOTHING),
  'image.unread': logEvent('debug', 'An image could not be fetched for its preview; it is sent without one.', NOTHING),
} as const;
