import type { Cipher } from '@parley/database/encryption';
import type { HealthCalls } from '@parley/providers/graph/numbers/wa-health';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { openWa } from '../connecting/credentials.rules.ts';
import type { ProviderClients } from '../connecting/provider.client.ts';
import { type AskedHealth, type HealthFacts, readQuality, UNKNOWN_HEALTH } from './health.rules.ts';

type AskedNumber = Pick<HealthFacts, 'id' | 'externalId' | 'wabaId' | 'credentials' | 'reportedQuality'>;

/** Maximum age of an answer, including a missing one: an open console asks every few seconds. */
const FRESH_MS = 5 * 60_000;
const MAX_KEPT = 10_000;
/** Maximum wait of the list of channels. */
const LIMIT_MS = 2000;
const MAX_ASKED_AT_ONCE = 10;

/**
 * The platform's rating of a wa number, and whether it lets the number send (docs/reference/console.md#channel-health).
 * Never fails: what does not arrive in time is unknown, and requests beyond the limit are left to a later list.
 */
export function makeAskQuality(
  graph: Pick<ProviderClients['graph'], 'getNumberQuality' | 'getUsername' | 'getCallSettings' | keyof HealthCalls>,
  cipher: Pick<Cipher, 'decrypt'>,
  now: () => Date,
) {
  const kept = makeBoundedMap<number, { about: string; quality: Promise<AskedHealth> }>(MAX_KEPT, {
    keepMs: FRESH_MS,
    nowMs: () => now().getTime(),
  });
  let asked = 0;

  async function ask({ externalId, wabaId, credentials }: AskedNumber): Promise<AskedHealth> {
    asked++;
    try {
      const token = openWa(cipher, credentials);
      const [rated, health, named, called, funded] = await Promise.all([
        graph.getNumberQuality(externalId, token, LIMIT_MS),
        graph.getHealth(externalId, token, LIMIT_MS),
        graph.getUsername(externalId, token, LIMIT_MS),
        graph.getCallSettings(externalId, token, LIMIT_MS),
        wabaId === null ? null : graph.hasPaymentMethod(wabaId, token, LIMIT_MS),
      ]);
      return {
        quality: rated.ok ? readQuality(rated.value) : UNKNOWN_HEALTH.quality,
        platform: health.ok ? health.value : UNKNOWN_HEALTH.platform,
        username: named.ok ? named.value : null,
        calling: called.ok ? called.value : null,
        hasPayment: funded?.ok ? funded.value : null,
      };
    } catch {
      // Sends report the error of a token that cannot be decrypted.
      return UNKNOWN_HEALTH;
    } finally {
      asked--;
    }
  }

  const askQuality = async (number: AskedNumber): Promise<AskedHealth> => {
    const known = kept.get(number.id);
    // A renewed token or a report of the platform triggers a new request.
    const about = `${number.reportedQuality?.at.getTime() ?? 0} ${number.credentials}`;
    if (known?.about === about) return known.quality;
    if (asked >= MAX_ASKED_AT_ONCE) return UNKNOWN_HEALTH;
    const quality = ask(number);
    kept.set(number.id, { about, quality });
    return quality;
  };
  /** After a change of a number: the next list asks again. */
  const forget = (id: number): void => void kept.delete(id);
  return Object.assign(askQuality, { forget });
}

export type AskQuality = ReturnType<typeof makeAskQuality>;
