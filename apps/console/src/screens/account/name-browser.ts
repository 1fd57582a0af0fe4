/** In this order: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

/** In this order: Android calls itself Linux, and an iPhone says "like Mac OS X". */
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

/** A browser as people call it, by what it says of itself: `Firefox, Windows`; null where it says nothing that is known. */
export function nameBrowser(userAgent: string): string | null {
  const known = [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)].filter((name) => name !== undefined);
  return known.length === 0 ? null : known.join(', ');
}
