import type { Language } from '@parley/common/languages/languages';
import { foldText } from '@parley/common/text/fold-text';

export type EmojiGroups = typeof import('virtual:emoji-en').default;
export type Emoji = EmojiGroups[number][number];

/** No one looks through more. */
const FOUND_MAX = 64;

const LISTS: Readonly<Record<Language, () => Promise<{ default: EmojiGroups }>>> = {
  en: () => import('virtual:emoji-en'),
  ar: () => import('virtual:emoji-ar'),
  'pt-BR': () => import('virtual:emoji-pt-BR'),
  es: () => import('virtual:emoji-es'),
};

/** Loads the emoji with the words of a language. */
export const loadEmoji = (language: Language): Promise<EmojiGroups> => LISTS[language]().then((file) => file.default);

/** The emoji that have a word beginning with each typed word; those whose name begins with the text come first. */
export function findEmoji(groups: EmojiGroups, typed: string): Emoji[] {
  const wanted = foldText(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const found = groups.flat().flatMap((emoji) => {
    const [, name, others] = emoji;
    const words = ` ${foldText(`${name} ${others}`)}`;
    if (!wanted.every((word) => words.includes(` ${word}`))) return [];
    return [{ emoji, isFirst: words.startsWith(` ${wanted.join(' ')}`) }];
  });
  return [...found.filter(({ isFirst }) => isFirst), ...found.filter(({ isFirst }) => !isFirst)]
    .slice(0, FOUND_MAX)
    .map(({ emoji }) => emoji);
}

/** The rows of a grid. */
export const inRows = <T>(items: readonly T[], columns: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / columns) }, (_, row) =>
    items.slice(row * columns, (row + 1) * columns),
  );
