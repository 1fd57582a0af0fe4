/**
 * Returns the same program with every non-ASCII character escaped. V8 keeps the source text while the program runs, and one character
 * beyond Latin-1 makes it store all of them in two bytes.
 */
export function escapeNonAscii(code) {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code))
    throw new Error('A raw template must be ASCII: it would show the escapes.');
  return code.replace(/(\\*)([^\0-\x7f])/g, (_, slashes, character) => {
    // A backslash in front of such a character has no meaning, and would escape the escape.
    const kept = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
