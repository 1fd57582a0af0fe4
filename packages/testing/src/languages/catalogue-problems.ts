import { directionOf, type Language } from '@parley/common/languages/languages';

/** Values that choose between texts, by the path of the function that reads them. */
export type Choices = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;

/** Counts that have each plural form of our languages; the last one is `other` in all of them. */
const COUNTS = [1, 2, 3, 11, 100];
const MANY = 3;

interface Said {
  text: string;
  count: number;
}

/** Stands for any argument: its number is the count, its text a mark, and its members have marks of their own. */
const makeArgument = (place: number, count: number, chosen: Readonly<Record<string, string>>): unknown =>
  new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? count : `⟦${place}⟧`);
        return chosen[String(name)] ?? `⟦${String(name)}⟧`;
      },
    },
  );

/** Everything that a catalogue says, by path, with marks in place of values. */
function sayAll(catalogue: unknown, choices: Choices, path = ''): Map<string, Said[]> {
  if (typeof catalogue === 'string') return new Map([[path, [{ text: catalogue, count: MANY }]]]);
  if (typeof catalogue === 'function') {
    const texts = (choices[path] ?? [{}]).map((chosen, nth) => {
      const said = COUNTS.map((count) => ({
        text: String(catalogue(...[0, 1].map((place) => makeArgument(place, count, chosen)))),
        count,
      }));
      return [`${path}#${nth}`, said] as const;
    });
    return new Map(texts);
  }
  const members = Object.entries(catalogue ?? {});
  return new Map(
    members.flatMap(([name, value]) => [...sayAll(value, choices, path === '' ? name : `${path}.${name}`)]),
  );
}

const marksOf = (text: string): string => [...new Set(text.match(/⟦\w+⟧/g))].sort().join(' ');
const wordsOf = (text: string): string[] => text.replaceAll(/⟦\w+⟧/g, '').match(/\p{L}{2,}/gu) ?? [];

/** Marks that would turn a sentence around; the page or the mail has a direction instead. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const BROKEN = /undefined|null|NaN|\[object|[{}]/;
/** A sentence that reads the same in two languages was not translated; a shorter text may be a name. */
const SENTENCE = 4;

function problemsOfText(text: string, language: Language): string[] {
  const problems: string[] = [];
  if (text.trim() !== text || text === '') problems.push('is empty, or has spaces around it');
  if (BROKEN.test(text)) problems.push('misses a value');
  if (DIRECTION_MARKS.test(text)) problems.push('has a direction mark');
  const isRightToLeft = RIGHT_TO_LEFT.test(text);
  if (directionOf(language) === 'ltr' ? isRightToLeft : wordsOf(text).length > 0 && !isRightToLeft)
    problems.push('is in the script of another direction');
  return problems;
}

/** How a catalogue differs from the English one, and strings that cannot be right in its language. */
export function findCatalogueProblems(
  { language, catalogue, english }: { language: Language; catalogue: unknown; english: unknown },
  choices: Choices = {},
): string[] {
  const [said, inEnglish] = [sayAll(catalogue, choices), sayAll(english, choices)];
  const missing = [...inEnglish.keys()].filter((path) => !said.has(path)).map((path) => `${path} is missing`);
  const own = Array.from(said).flatMap(([path, texts]) => {
    const original = inEnglish.get(path)?.at(-1)?.text;
    if (original === undefined) return [`${path} is not in English`];
    const problems = texts.flatMap(({ text, count }) => [
      ...problemsOfText(text, language),
      ...(count >= MANY && marksOf(text) !== marksOf(original)
        ? [`has ${marksOf(text) || 'no value'} for ${count}, and English ${marksOf(original) || 'none'}`]
        : []),
      ...(language !== 'en' && text === original && wordsOf(text).length >= SENTENCE ? ['is English'] : []),
    ]);
    return [...new Set(problems)].map((problem) => `${path} ${problem}`);
  });
  return [...missing, ...own];
}

/** The number of strings, each variant and plural form counted. */
export const countTexts = (catalogue: unknown, choices: Choices = {}): number =>
  Array.from(sayAll(catalogue, choices).values()).flatMap((texts) => [...new Set(texts.map(({ text }) => text))])
    .length;
