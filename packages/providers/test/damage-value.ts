/** The value with the member at one random place replaced, removed or repeated. */
export function damage(value: unknown, path: number[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (typeof value !== 'object' || value === null || step === undefined) return replacement;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  const inner: unknown = (value as Record<string, unknown>)[key]; // safe: an own key
  const changed = damage(inner, rest, replacement);
  if (Array.isArray(value)) return value.map((entry, index) => (String(index) === key ? changed : entry));
  return { ...value, [key]: changed };
}
