/** Each run of blanks is one space: were it `\s*`, many ways to divide a run would all be tried. */
const PAIR = /^ ?\(? ?(-?\d{1,3}(?:\.\d+)?) ?°? ?[,، ] ?(-?\d{1,3}(?:\.\d+)?) ?°? ?\)? ?$/;

/** Latitude and longitude in degrees, as maps copy them: `30.0444, 31.2357`; null for anything else. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | null {
  const [, north, east] = PAIR.exec(text.replaceAll(/\s+/g, ' ')) ?? [];
  if (north === undefined || east === undefined) return null;
  const [latitude, longitude] = [Number(north), Number(east)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
