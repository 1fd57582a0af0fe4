import { hasWords } from '@parley/common/words-of';
import type { Colleague } from './note.ts';

/** Those whose name is sought, without the reader. */
export const pickColleagues = <C extends Colleague>(
  colleagues: readonly C[],
  { sought, reader }: { sought: readonly string[]; reader: string | null },
): C[] => colleagues.filter(({ memberId, name }) => memberId !== reader && hasWords(name, sought));
