import { makeBoundedMap } from '@parley/common/bounded-map';
import type { ReadResult } from '@parley/providers/send-outcome';
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
  /** When the platform last said something of it by itself: what was asked before is out of date. */
  reportedQuality: { at: Date } | null;
}

/** Maximum age of an answer, also of none: an open console asks every few seconds. */
const FRESH_MS = 5 * 60_000;
const MAX_KEPT = 10_000;
/** How long the list of channels waits at most. */
const LIMIT_MS = 2000;
const MAX_ASKED_AT_ONCE = 10;

/**
 * How the platform rates a wa number (docs/reference/console.md#channel-health). Never fails: what is not learned in time is
 * unknown, and what is one too many at once is left to a later list.
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
      // A token that cannot be opened: its sends say so.
      return UNKNOWN_QUALITY;
    } finally {
      asked--;
    }
  }

  return async (number: AskedNumber): Promise<NumberQuality> => {
    const known = kept.get(number.id);
    // A renewed token asks again, and so does news of the platform.
    const about = `${number.reportedQuality?.at.getTime() ?? 0} ${number.credentials}`;
    if (known?.about === about) return known.quality;
    if (asked >= MAX_ASKED_AT_ONCE) return UNKNOWN_QUALITY;
    const quality = ask(number);
    kept.set(number.id, { about, quality });
    return quality;
  };
}
