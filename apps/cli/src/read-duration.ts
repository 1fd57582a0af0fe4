const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const isUnit = (unit: string): unit is keyof typeof UNITS_MS => unit in UNITS_MS;

/** Milliseconds of a duration such as `90s`, `15m`, `1h` or `2d`. Throws for anything else. */
export function readDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (!isUnit(unit)) throw new Error(`${text} is not a duration: write 90s, 15m, 1h or 2d.`);
  return Number(count) * UNITS_MS[unit];
}
