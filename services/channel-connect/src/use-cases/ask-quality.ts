import type { ReadResult } from '@parley/providers/send-outcome';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { Credentials } from '../domain/credentials.ts';
import { type NumberQuality, readQuality, UNKNOWN_QUALITY } from '../domain/number-quality.ts';

export interface AskQualityDeps {
  platform: {
    getNumberQuality(
      externalId: string,
      accessToken: string,
      limitMs: number,
    ): Promise<ReadResult<Parameters<typeof readQuality>[0]>>;
  };
  credentials: Pick<Credentials, 'openWa'>;
  now(): Date;
}

export interface AskedNumber {
  id: number;
  externalId: string;
  credentials: string;
  /** The platform's last own report: answers from before it are out of date. */
  reportedQuality: { at: Date } | null;
}

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
export function makeAskQuality({ platform, credentials, now }: AskQualityDeps) {
  const kept = makeBoundedMap<number, { about: string; quality: Promise<NumberQuality> }>(MAX_KEPT, {
    keepMs: FRESH_MS,
    nowMs: () => now().getTime(),
  });
  let asked = 0;

  async function ask(number: AskedNumber): Promise<NumberQuality> {
    asked++;
    try {
      const accessToken = credentials.openWa(number.credentials);
      const answer = await platform.getNumberQuality(number.externalId, accessToken, LIMIT_MS);
      return answer.ok ? readQuality(answer.value) : UNKNOWN_QUALITY;
    } catch {
      // For a token that cannot be decrypted, sends report the error.
      return UNKNOWN_QUALITY;
    } finally {
      asked--;
    }
  }

  return async (number: AskedNumber): Promise<NumberQuality> => {
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
