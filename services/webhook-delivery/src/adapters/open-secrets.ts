import type { Cipher } from '@parley/database/encryption';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import type { Secrets } from '../domain/build-request.ts';
import type { KeptSecrets } from '../domain/sent-headers.ts';
import type { DeliveryContent } from '../storage/delivery-content-store.ts';

const SECRETS_REMEMBERED = 2000;
const PLATFORM_SECRETS_REMEMBERED = 200;
/** Encryption purposes of the secrets, as in services/accounts. */
const KEY_SECRET_PURPOSE = 'api_keys.webhook_secret';
const PLATFORM_SECRET_PURPOSE = 'platform_webhooks.secret';

/** Decrypts the secrets of webhooks, with a cache. Throws where one cannot be decrypted. */
export function makeOpenSecrets(cipher: Cipher) {
  const open = memoizeBounded((secret) => cipher.decrypt(secret, KEY_SECRET_PURPOSE), SECRETS_REMEMBERED);
  const openPlatform = memoizeBounded(
    (secret) => cipher.decrypt(secret, PLATFORM_SECRET_PURPOSE),
    PLATFORM_SECRETS_REMEMBERED,
  );
  return ({ newest, previous }: Secrets, isPlatform: boolean): Secrets => {
    const openIt = isPlatform ? openPlatform : open;
    return { newest: openIt(newest), previous: previous === null ? null : openIt(previous) };
  };
}

/**
 * Decrypts the secrets of a displayed delivery; null where one cannot be decrypted, so that the rest is still shown.
 */
export function makeOpenKeptSecrets(cipher: Cipher) {
  const open = makeOpenSecrets(cipher);
  return ({ event, secrets }: DeliveryContent): KeptSecrets | null => {
    try {
      return { ...open(secrets, event.platform !== null), previousUntil: secrets.previousUntil };
    } catch {
      return null;
    }
  };
}
