import { Environment, publicUrlOf } from '@parley/runtime/environment';
import { type Found, failure, ok, warning } from './finding.ts';
import type { Patient } from './patient.ts';

/** Variables with Parley's prefix that only the sandbox or tests read. */
const OF_OTHERS = /^PARLEY_(SANDBOX|TEST)_/;

/** Pairs: the first has no effect without the second. */
const TOGETHER = [
  ['PARLEY_META_APP_ID', 'PARLEY_META_APP_SECRET'],
  ['PARLEY_META_APP_SECRET', 'PARLEY_META_VERIFY_TOKEN'],
  ['PARLEY_INSTAGRAM_APP_ID', 'PARLEY_INSTAGRAM_APP_SECRET'],
  ['PARLEY_INSTAGRAM_APP_SECRET', 'PARLEY_INSTAGRAM_APP_ID'],
  ['PARLEY_INSTAGRAM_APP_SECRET', 'PARLEY_META_VERIFY_TOKEN'],
  ['PARLEY_TIKTOK_APP_ID', 'PARLEY_TIKTOK_APP_SECRET'],
  ['PARLEY_UPLOAD_S3_URL', 'PARLEY_UPLOAD_S3_BUCKET'],
  ['PARLEY_UPLOAD_S3_URL', 'PARLEY_UPLOAD_S3_KEY_ID'],
  ['PARLEY_UPLOAD_S3_URL', 'PARLEY_UPLOAD_S3_SECRET'],
] as const;

const isLocal = (url: URL): boolean => /^(localhost|127\.|\[::1\])/.test(url.hostname);

/** Variables that are misspelt, lack their partner, or are only safe in a trial. */
export async function checkConfiguration({ environment, variables, sandbox }: Patient): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of Object.keys(variables))
    if (name.startsWith('PARLEY_') && !Object.hasOwn(Environment.shape, name) && !OF_OTHERS.test(name))
      found.push(warning(`${name} is no variable of Parley.`, 'Compare its name with .env.example.'));
  for (const [one, other] of TOGETHER)
    if (environment[one] && !environment[other])
      found.push(failure(`${one} is set, but not ${other}.`, `Set ${other} too.`));
  if (environment.NATS_URL && !environment.PARLEY_ENCRYPTION_KEYS)
    found.push(
      failure(
        'PARLEY_ENCRYPTION_KEYS is not set.',
        'Every part of a cluster needs the same keys: id:base64(32 bytes), from `openssl rand -base64 32`.',
      ),
    );
  if (environment.NATS_URL && !environment.PARLEY_ADMIN_TOKEN)
    found.push(failure('PARLEY_ADMIN_TOKEN is not set.', 'Set it to 32 random bytes or more for the gateways.'));
  if (environment.NATS_URL && !environment.DATABASE_URL)
    found.push(failure('DATABASE_URL is not set.', 'Every part of a cluster needs the same PostgreSQL.'));
  const url = new URL(publicUrlOf(environment));
  if (!sandbox && (url.protocol !== 'https:' || isLocal(url)))
    found.push(
      failure(
        `PARLEY_PUBLIC_URL is ${url.origin}, which providers cannot call.`,
        'Set it to the https origin of the proxy in front of the gateway (docs/operations/hardening.md).',
      ),
    );
  if (sandbox)
    found.push(
      warning('The sandbox replaces the providers.', 'Set the secrets of the providers before customers write.'),
    );
  return found.length > 0 ? found : [ok('All variables are valid.')];
}
