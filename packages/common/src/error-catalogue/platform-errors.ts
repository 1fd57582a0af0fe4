import { entriesOf } from './catalogue-entry.ts';

const entry = entriesOf('platform');

/** Failures of Parley, or of the connection to a provider. */
export const PLATFORM_ERRORS = {
  single_sign_on_failed: entry(
    502,
    'The sign-in at the issuer of this workspace failed.',
    'Begin again. If it fails again, an owner checks issuer, client and secret in the settings.',
    { retry: true },
  ),
  internal_error: entry(500, 'An unexpected error occurred in Parley.', 'Report the request_id to the operator.', {
    retry: true,
  }),
  service_unavailable: entry(
    503,
    'A part of the service is unavailable; nothing was charged.',
    'Repeat the request after retry_after seconds.',
    { retry: true },
  ),
  provider_timeout: entry(
    504,
    'The provider did not answer in time; message.status will report the outcome.',
    'Do not send again: wait for message.status, or ask ?action=message.',
  ),
};
