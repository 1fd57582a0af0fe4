import { boundText } from '@parley/common/clean-text';
import { isTooDeep, writeJson } from '@parley/providers/json-depth';

const MAX_LENGTH = 65_536;
const HEAD_LENGTH = 8192;

/**
 * The stored part of an unknown element, for people to inspect: only the beginning when it is too deep or too large.
 */
export function keepable(payload: unknown): unknown {
  const text = writeJson(payload ?? null);
  return text.length <= MAX_LENGTH && !isTooDeep(payload)
    ? (payload ?? null)
    : { beginning: boundText(text, HEAD_LENGTH) };
}
