import { isTooDeep, writeJson } from '@parley/providers/json-depth';
import { boundText } from '@parley/providers/tidy-values';

const MAX_LENGTH = 65_536;
const HEAD_LENGTH = 8192;

/** What was not understood, as far as it is kept for a person to look at: of what is too deep or too large, its beginning. */
export function keepable(payload: unknown): unknown {
  const text = writeJson(payload ?? null);
  return text.length <= MAX_LENGTH && !isTooDeep(payload)
    ? (payload ?? null)
    : { beginning: boundText(text, HEAD_LENGTH) };
}
