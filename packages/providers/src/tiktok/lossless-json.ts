/**
 * A whole string, or a whole number outside of strings. Every string of valid JSON ends; the optional end keeps the
 * expression linear for any text.
 */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Parses JSON with whole numbers of more than 15 digits as text: TikTok writes comment and video ids as numbers, and a
 * number would lose their last digits (docs/reference/tt.md#callbacks). Text that looks like a number stays text.
 * Throws SyntaxError.
 */
export function parseLossless(json: string): unknown {
  const plain: unknown = JSON.parse(json);
  if (!/\d{16}/.test(json)) return plain;
  return JSON.parse(json.replace(TOKEN, (token) => (isLong(token) ? `"${token}"` : token)));
}

const isLong = (token: string): boolean => /^-?\d{16,}$/.test(token);
