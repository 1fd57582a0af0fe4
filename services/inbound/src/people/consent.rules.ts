import { CONSENT_WORD_LIMITS } from '@parley/common/consent/consent-word-limits';
import { ConsentWords, DEFAULT_CONSENT_WORDS, normalizeConsentWord } from '@parley/common/consent/consent-words';
import type { ConsentChange } from '@parley/messaging/consent/decide-consents';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { AddressedMessage, SpokenConsent } from '../batch/inbound-message.rules.ts';

/** Null for any other message, and for every message in a group, whose contact is the group and not its author. */
export function spokenConsent({ account, item }: AddressedMessage, conversationId: number): SpokenConsent | null {
  if (item.kind !== 'message' || item.group !== undefined || item.chat !== undefined) return null;
  const isOptedOut = readConsentWord(item.text, account.consentWords);
  return isOptedOut === null ? null : { account, conversationId, from: item.from.address, isOptedOut, at: item.at };
}

/** A platform's clock that runs ahead must not make a decision win over later ones. */
const notAfter = (at: Date, now: Date): Date => (at.getTime() > now.getTime() ? now : at);

export const consentChangeOf = (
  { account: { tenantId }, isOptedOut, at }: Pick<SpokenConsent, 'account' | 'isOptedOut' | 'at'>,
  contactId: number,
  now: Date,
  by: ConsentChange['by'] = 'customer',
): ConsentChange => ({ tenantId, contactId, isOptedOut, by, at: notAfter(at, now) });

interface WordSets {
  stop: ReadonlySet<string>;
  start: ReadonlySet<string>;
  /** The first letters of all words. Most messages begin with another letter, and need no further folding. */
  initials: ReadonlySet<string>;
}

/** UTF-16 units of the longest message that is compared: the longest word, with spaces, marks and punctuation. */
const COMPARED_MAX = CONSENT_WORD_LIMITS.characters * 3;
const COMPILED_MAX = 1000;
const INITIALS_MAX = 1000;

const FIRST_LETTER = /[\p{L}\p{N}]\p{M}*/u;
const initials = makeBoundedMap<string, string>(INITIALS_MAX);

/** The first letter or digit in the form that is compared; empty where there is none, or folding removes it (a tatweel). */
function initialOf(text: string): string {
  const letter = FIRST_LETTER.exec(text)?.[0] ?? '';
  const known = initials.get(letter);
  if (known !== undefined) return known;
  const [initial = ''] = normalizeConsentWord(letter);
  initials.set(letter, initial);
  return initial;
}

function toSets({ stop, start }: ConsentWords): WordSets {
  const [stopWords, startWords] = [stop ?? DEFAULT_CONSENT_WORDS.stop, start ?? DEFAULT_CONSENT_WORDS.start];
  return {
    stop: new Set(stopWords.map(normalizeConsentWord)),
    start: new Set(startWords.map(normalizeConsentWord)),
    initials: new Set([...stopWords, ...startWords].map(initialOf)),
  };
}

const DEFAULTS = toSets({ stop: null, start: null });
const compiled = makeBoundedMap<string, WordSets>(COMPILED_MAX);

/** The sets of a tenant's own words, stored as JSON; null: the defaults. */
function setsOf(stored: string | null): WordSets {
  if (stored === null) return DEFAULTS;
  const known = compiled.get(stored);
  if (known) return known;
  const sets = toSets(ConsentWords.parse(JSON.parse(stored)));
  compiled.set(stored, sets);
  return sets;
}

/**
 * Whether a message opts its writer out (true) or in (false): its whole text is one of the tenant's words
 * (docs/reference/consent.md#words). Null: it is any other message.
 */
export function readConsentWord(text: string, words: string | null): boolean | null {
  if (text === '' || text.length > COMPARED_MAX) return null;
  const sets = setsOf(words);
  const initial = initialOf(text);
  if (initial !== '' && !sets.initials.has(initial)) return null;
  const { stop, start } = sets;
  const word = normalizeConsentWord(text);
  if (stop.has(word)) return true;
  return start.has(word) ? false : null;
}
