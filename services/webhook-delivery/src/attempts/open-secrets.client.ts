import type { Cipher } from '@parley/database/encryption';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import type { Secrets } from './request.rules.ts';

const SECRETS_REMEMBERED = 2000;
const PLATFORM_SECRETS_REMEMBERED = 200;
/** Encryption purposes of the secrets, as in services/accounts. */
const KEY_SECRET_PURPOSE = 'api_keys.webhook_secret';
const PLATFORM_SECRET_PURPOSE = 'platform_webhooks.secret';

/** Decrypts the secrets of a key, or of a platform webhook. Throws where one cannot be decrypted. */
export type OpenSecrets = (secrets: Secrets, isPlatform: boolean) => Secrets;

/** {@link OpenSecrets} with a cache. */
export function makeOpenSecrets(cipher: Cipher): OpenSecrets {
  const open = memoizeBounded((secret) => cipher.decrypt(secret, KEY_SECRET_PURPOSE), SECRETS_REMEMBERED);
  const openPlatform = memoizeBounded(
    (secret) => cipher.decrypt(secret, PLATFORM_SECRET_PURPOSE),
    PLATFORM_SECRETS_REMEMBERED,
  );
  return ({ newest, previous }, isPlatform) => {
    const openIt = isPlatform ? openPlatform : open;
    return { newest: openIt(newest), previous: previous === null ? null : openIt(previous) };
  };
}
