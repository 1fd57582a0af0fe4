/** Order matters: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

/** Order matters: Android calls itself Linux, and an iPhone says "like Mac OS X". */
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

const find = (names: readonly (readonly [string, RegExp])[], userAgent: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0];

/** The common name of a browser, from its user agent: `Firefox, Windows`; null if nothing is recognised. */
export function nameBrowser(userAgent: string): string | null {
  const known = [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)].filter((name) => name !== undefined);
  return known.length === 0 ? null : known.join(', ');
}
