const HIDDEN = '•••';
const URL_START = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
/** A word of this length with letters and digits is not a name that a person chose. */
const MIXED_MIN = 12;
/** The same for a word of letters in both cases, and for one of letters, or digits, alone. */
const CASED_MIN = 16;
const PLAIN_MIN = 20;
const DIGITS_MIN = 12;

/** Whether a word looks like a token: too long, or too mixed, for a name. */
function looksSecret(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= DIGITS_MIN;
  const hasDigit = /\d/.test(word);
  const hasLetter = /[a-z]/i.test(word);
  if (hasDigit && hasLetter && word.length >= MIXED_MIN) return true;
  if (/[a-z]/.test(word) && /[A-Z]/.test(word) && word.length >= CASED_MIN) return true;
  return word.split(/[-_.~]/).some((part) => part.length >= PLAIN_MIN);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const hideSegment = (segment: string): string => (looksSecret(decoded(segment)) ? HIDDEN : segment);

/** The names of a query's fields; their values, and names that look like secrets, are hidden. */
const hideField = (field: string): string => {
  const [name = ''] = field.split('=', 1);
  if (!field.includes('=')) return field === '' ? '' : HIDDEN;
  return `${looksSecret(decoded(name)) ? HIDDEN : name}=${HIDDEN}`;
};

/** Whether a text is an address with a scheme. */
export const isUrlText = (text: string): boolean => URL_START.test(text.trimStart());

/**
 * An address without the secrets that it may carry (docs/reference/logged-fields.md#addresses): its origin and path
 * stay, apart from segments that look like tokens; user and password, the values of the query, and the fragment are
 * hidden. A text that is no valid address is hidden as a whole.
 */
export function hideUrlSecrets(text: string): string {
  if (!URL.canParse(text)) return HIDDEN;
  const { protocol, username, password, host, pathname, search, hash } = new URL(text);
  const user = username === '' && password === '' ? '' : `${HIDDEN}@`;
  const path = pathname.split('/').map(hideSegment).join('/');
  const query = search.length > 1 ? `?${search.slice(1).split('&').map(hideField).join('&')}` : '';
  return `${protocol}//${user}${host}${path}${query}${hash.length > 1 ? `#${HIDDEN}` : ''}`;
}
