import { at } from '@parley/common/at';

const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

/** Insertions, deletions, replacements and swaps of neighbours that lead from one name to the other. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwap ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return at(last, b.length);
}

/** Differences at which two names still mean the same: one in a short name, two in others. */
const differencesOf = (name: string): number => (name.length < 5 ? 1 : 2);

/** The known name that was probably meant; null when none is near. Case, hyphens and underscores make no difference. */
export function nearestName(given: string, known: readonly string[]): string | null {
  const name = plain(given);
  let nearest: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    const wanted = plain(candidate);
    const most = Math.min(differencesOf(name), differencesOf(wanted));
    if (Math.abs(wanted.length - name.length) > most) continue;
    const distance = distanceOf(name, wanted);
    if (distance <= most && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { name: candidate, distance };
  }
  return nearest?.name ?? null;
}
