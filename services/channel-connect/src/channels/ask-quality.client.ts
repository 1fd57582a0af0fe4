import type { Cipher } from '@parley/database/encryption';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { openWa } from '../connecting/credentials.rules.ts';
import type { ProviderClients } from '../connecting/provider-clients.client.ts';
import type { HealthFacts } from './channel-health.rules.ts';
import { type NumberQuality, readQuality, UNKNOWN_QUALITY } from './number-quality.rules.ts';

type AskedNumber = Pick<HealthFacts, 'id' | 'externalId' | 'credentials' | 'reportedQuality'>;

export type AskQuality = (number: AskedNumber) => Promise<NumberQuality>;

/** Maximum age of an answer, including a missing one: an open console asks every few seconds. */
const FRESH_MS = 5 * 60_000;
const MAX_KEPT = 10_000;
/** Maximum wait of the list of channels. */
const LIMIT_MS = 2000;
const MAX_ASKED_AT_ONCE = 10;

/**
 * The platform's rating of a wa number (docs/reference/console.md#channel-health). Never fails: a rating that does not
 * arrive in time is unknown, and requests beyond the limit are left to a later list.
 */
export function makeAskQuality(
  { getNumberQuality }: Pick<ProviderClients['graph'], 'getNumberQuality'>,
  cipher: Pick<Cipher, 'decrypt'>,
  now: () => Date,
): AskQuality {
  const kept = makeBoundedMap<number, { about: string; quality: Promise<NumberQuality> }>(MAX_KEPT, {
    keepMs: FRESH_MS,
    nowMs: () => now().getTime(),
  });
  let asked = 0;

  async function ask(number: AskedNumber): Promise<NumberQuality> {
    asked++;
    try {
      const answer = await getNumberQuality(number.externalId, openWa(cipher, number.credentials), LIMIT_MS);
      return answer.ok ? readQuality(answer.value) : UNKNOWN_QUALITY;
    } catch {
      // For a token that cannot be decrypted, sends report the error.
      return UNKNOWN_QUALITY;
    } finally {
      asked--;
    }
  }

  return async (number) => {
    const known = kept.get(number.id);
    // A renewed token or a report of the platform triggers a new request.
    const about = `${number.reportedQuality?.at.getTime() ?? 0} ${number.credentials}`;
    if (known?.about === about) return known.quality;
    if (asked >= MAX_ASKED_AT_ONCE) return UNKNOWN_QUALITY;
    const quality = ask(number);
    kept.set(number.id, { about, quality });
    return quality;
  };
}
