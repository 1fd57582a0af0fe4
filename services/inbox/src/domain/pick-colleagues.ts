import { wordsOf } from '@parley/common/words-of';
import type { Colleague } from './note.ts';

/** Whether each sought word, folded, begins a word of a name, in any spelling. */
export function isNamed(name: string, sought: readonly string[]): boolean {
  const words = wordsOf(name);
  return sought.every((begin) => words.some((word) => word.startsWith(begin)));
}

/** Those whose name is sought, without the reader. */
export const pickColleagues = <C extends Colleague>(
  colleagues: readonly C[],
  { sought, reader }: { sought: readonly string[]; reader: string | null },
): C[] => colleagues.filter(({ memberId, name }) => memberId !== reader && isNamed(name, sought));
