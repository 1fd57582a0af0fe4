import { logEvent, NOTHING } from './log-event.ts';

/** Stored files. */
export const FILE_EVENTS = {
  'file-store.failed': logEvent(
    'warn',
    'A piece of a copy could not be stored. The copy is retried a minute later; messages are not affected.',
    'Read `err`; check the directory or the bucket of `PARLEY_UPLOAD_*`.',
  ),
  'file-store.full': logEvent(
    'warn',
    'The disk of the uploaded files has fewer free MB than `PARLEY_DISK_ALERT_MB`: no copies of customers’ files are made.',
    'Free space, or lower `PARLEY_MEDIA_KEEP_DAYS` or `PARLEY_MEDIA_QUOTA_MB`. The copies are made as soon as there is enough space.',
  ),
  'file-copy.given-up': logEvent(
    'info',
    'No copy of a file is made: the platform no longer has it, it is too large, or all attempts failed.',
    NOTHING,
  ),
  'file-copy.unsettled': logEvent(
    'warn',
    'The outcome of a copy could not be stored. The file is copied again when its lease ends.',
    'Read `err`; check PostgreSQL.',
  ),
  'file-copy.unreadable': logEvent(
    'warn',
    'The copy of a file could not be read; the file was requested from its platform instead.',
    'Read `err`; check the directory or the bucket of `PARLEY_UPLOAD_*`.',
  ),
} as const;
