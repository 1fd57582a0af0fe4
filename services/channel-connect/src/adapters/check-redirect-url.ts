import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import type { Egress } from '@parley/providers/egress/open-egress';
import { isConsoleAddress } from '../domain/console-address.ts';
import type { IsRedirectAllowed } from '../use-cases/create-connect-link.ts';

const MAX_LENGTH = 2048;
/**
 * Strict pattern: a text that a browser would repair (spaces, backslashes, a missing slash) is not an absolute https
 * URL.
 */
const ABSOLUTE_HTTPS = /^https:\/\/[^\s/\\\p{Cc}][^\s\\\p{Cc}]*$/iu;

/** Allows https on a public host under the egress rules, or the console at any address. */
export function makeIsRedirectAllowed(checkUrl: Egress['checkUrl'], publicUrl: string): IsRedirectAllowed {
  return async (text, key) => {
    if (text.length <= MAX_LENGTH && isConsoleAddress(text, publicUrl)) return true;
    if (text.length > MAX_LENGTH || !ABSOLUTE_HTTPS.test(text) || !text.isWellFormed()) return false;
    return (await egressRefusal(() => checkUrl(text, key))) === null;
  };
}
