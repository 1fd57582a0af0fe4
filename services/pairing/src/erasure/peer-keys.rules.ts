import { at } from '@parley/common/at';
/** Types of keys whose id does not contain a person. */
export const NAMELESS_KEYS: readonly string[] = [
  'creds',
  'inbox',
  'notice',
  'pre-key',
  'app-state-sync-key',
  'app-state-sync-version',
];

/**
 * A regular expression for the ids of keys of one of these people: the client writes numbers and ids without plus
 * and without host. Null when no address can occur in such an id.
 */
export function peerPattern(addresses: readonly string[]): string | null {
  const locals = addresses
    .map((address) => at(address.replace(/^\+/, '').split('@'), 0))
    .filter((local) => /^\d[\d-]{4,}$/.test(local));
  return locals.length === 0 ? null : `(^|[^0-9])(${locals.join('|')})([^0-9]|$)`;
}
