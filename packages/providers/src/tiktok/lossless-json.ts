/** A whole string, or a whole number outside of strings. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * JSON whose whole numbers of more than 15 digits become text: TikTok writes comment and video ids as numbers, and a
 * number would lose their last digits (docs/reference/tt.md#callbacks). Text that looks like a number stays as it is.
 * Throws SyntaxError.
 */
export function parseLossless(json: string): unknown {
  const plain: unknown = JSON.parse(json);
  if (!/\d{16}/.test(json)) return plain;
  return JSON.parse(json.replace(TOKEN, (token) => (isLong(token) ? `"${token}"` : token)));
}

const isLong = (token: string): boolean => /^-?\d{16,}$/.test(token);
