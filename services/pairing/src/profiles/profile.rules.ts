import type { DeviceProfileOutcome } from '@parley/common/contracts/internal/manage-device-profile';
import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '@parley/common/contracts/profiles/profile-fields';
import { AppError, invalidField, refusedByProvider } from '@parley/common/errors';
import { readJpegSize } from './jpeg.rules.ts';

type Failure = Extract<DeviceProfileOutcome, { outcome: 'paced' | 'absent' | 'refused' | 'unknown' }>;

const FAILURES: ReadonlySet<string> = new Set(['paced', 'absent', 'refused', 'unknown']);
export const isFailure = (outcome: DeviceProfileOutcome): outcome is Failure => FAILURES.has(outcome.outcome);

/** The network's code for too many queries, and how long to wait then. */
const OVER_LIMIT = 429;
const OVER_LIMIT_S = 60;

const PACED = 'This account has looked up too many people: 50 at once, then one a second. Nothing was done.';
const LIMITED = 'The network limits how often this account asks about profiles.';
const ABSENT =
  'address is not on the network, or is a hidden id whose number is unknown to the phone: use the number of the person.';
const REPEAT = 'The network did not answer in time. Repeat the request: nothing is done twice.';

/** The error of an act that was not done (docs/reference/profiles.md#errors). */
export function profileError(failure: Failure): AppError {
  switch (failure.outcome) {
    case 'paced':
      return new AppError('rate_limited', { message: PACED, retry_after: Math.ceil(failure.retryAfterMs / 1000) });
    case 'absent':
      return invalidField('address', ABSENT);
    case 'unknown':
      return new AppError('provider_timeout', { message: REPEAT });
    case 'refused': {
      const { status, message } = failure;
      if (status === OVER_LIMIT) return new AppError('rate_limited', { message: LIMITED, retry_after: OVER_LIMIT_S });
      return refusedByProvider({ name: 'device', status, code: status, message });
    }
  }
}

/** Throws `invalid_picture` for a picture that the network would not take. */
export function requirePicture(base64: string): void {
  const bytes = Buffer.from(base64, 'base64');
  const size = readJpegSize(bytes);
  if (size === null) throw invalidField('picture', 'picture is no JPEG: convert it to a JPEG, and send its base64.');
  if (bytes.length > PICTURE_MAX_BYTES)
    throw invalidField('picture', `picture has more than ${PICTURE_MAX_BYTES / 1024} KiB: make it smaller.`);
  const { width, height } = size;
  if (width !== height || width === 0 || width > PICTURE_MAX_PIXELS)
    throw invalidField(
      'picture',
      `picture is ${width} by ${height} pixels: crop it to a square of at most ${PICTURE_MAX_PIXELS}.`,
    );
}

/** A picture in the form of the API. */
export const shownPicture = (base64: string | null): { mimeType: string; data: string } | null =>
  base64 === null ? null : { mimeType: 'image/jpeg', data: base64 };
