import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_CODES, type Language, localeOf } from '@parley/common/languages/languages';
import { expect, test } from 'vitest';
import type { Text, Texts } from '../../src/i18n/catalogue.ts';
import { SAME_AS_ENGLISH } from './same-as-english.ts';

// CONTRIBUTING.md#how-to-add-a-language
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const TEXTS = join(ROOT, 'apps/console/src/texts');

/** The strings of each chunk in a language, as `section.name`. */
async function read(language: Language): Promise<Map<string, Map<string, Text>>> {
  const chunks = readdirSync(join(TEXTS, language)).map(async (file) => {
    const catalogue: Record<string, Texts> = (await import(join(TEXTS, language, file))).default;
    const texts = Object.entries(catalogue).flatMap(([section, own]) =>
      Object.entries(own).map(([name, text]) => [`${section}.${name}`, text] as const),
    );
    return [file.replace('.ts', ''), new Map(texts)] as const;
  });
  return new Map(await Promise.all(chunks));
}

const catalogues = new Map(await Promise.all(LANGUAGE_CODES.map(async (one) => [one, await read(one)] as const)));
const textsOf = (language: Language, chunk: string): ReadonlyMap<string, Text> =>
  catalogues.get(language)?.get(chunk) ?? new Map();
const CHUNKS = [...(catalogues.get('en')?.keys() ?? [])];

const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));
const PLACE = /\{\w+\}/g;
const placesIn = (text: Text): string[] => [...new Set(formsOf(text).flatMap((form) => form.match(PLACE) ?? []))];

/** A plural has exactly the forms of its language. */
function kindOf(text: Text, language: Language): string {
  if (typeof text === 'string') return 'text';
  const { pluralCategories } = new Intl.PluralRules(localeOf(language)).resolvedOptions();
  const forms = Object.keys(text);
  return forms.toSorted().join() === pluralCategories.toSorted().join() ? 'plural' : `plural of ${forms}`;
}

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(PLACE, ''));

/** The problems of one text, in words. A form of a plural may leave the number out. */
function problemsOf(english: Text, text: Text | undefined, language: Language): string[] {
  if (text === undefined) return ['is missing'];
  const [wanted, kind] = [kindOf(english, 'en'), kindOf(text, language)];
  const isEnglish = language !== 'en' && typeof text === 'string' && text === english && hasWords(text);
  return [
    ...(kind === wanted ? [] : [`is a ${kind}, not a ${wanted}`]),
    ...(formsOf(text).every((form) => form !== '' && form.trim() === form) ? [] : ['is empty, or ends with a space']),
    ...(placesIn(text).toSorted().join() === placesIn(english).toSorted().join()
      ? []
      : [`has the placeholders ${placesIn(text)}, not ${placesIn(english)}`]),
    ...(isEnglish && !SAME_AS_ENGLISH[language].includes(text) ? [`is English: ${text}`] : []),
  ];
}

test.each(CHUNKS)('the texts of %s are there in every language', (chunk) => {
  const english = textsOf('en', chunk);
  const problems = LANGUAGE_CODES.flatMap((language) => {
    const texts = textsOf(language, chunk);
    return [
      ...[...english].flatMap(([name, text]) =>
        problemsOf(text, texts.get(name), language).map((problem) => `${language} ${name} ${problem}`),
      ),
      ...[...texts.keys()].filter((name) => !english.has(name)).map((name) => `${language} ${name} is not in English`),
    ];
  });
  expect(english.size).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test('every language has the files of English', () => {
  for (const language of LANGUAGE_CODES) expect([...(catalogues.get(language)?.keys() ?? [])]).toEqual(CHUNKS);
});

test('a text that may be the same as in English is one', () => {
  const idle = LANGUAGE_CODES.flatMap((language) => {
    if (language === 'en') return [];
    const texts = new Set(CHUNKS.flatMap((chunk) => [...textsOf(language, chunk).values()]));
    return SAME_AS_ENGLISH[language].filter((text) => !texts.has(text)).map((text) => `${language} ${text}`);
  });
  expect(idle).toEqual([]);
});

/** The sentences of the audit log are those of the contracts: action-texts.test.ts. */
const OF_CONTRACTS = 'audit.action.';

test('no text is kept that nothing shows', () => {
  const sources = ['apps/console/src', 'packages', 'services']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter(
      (path) => /\/src\/.*\.tsx?$/.test(path) && !/node_modules|\.test\.|console\/src\/texts\/[\w-]+\//.test(path),
    )
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const words = new Set(sources.flatMap((source) => source.match(/[\w-]+/g) ?? []));
  /** Names that are put together, such as `t(`${name}_lead`)`. */
  const composed = sources
    .flatMap((source) => [...source.matchAll(/`(\w*)\$\{[^}`]*\}(\w*)`/g)])
    .flatMap(([, start = '', end = '']) => (start || end ? [{ start, end }] : []));
  const isShown = (name: string): boolean =>
    words.has(name) || composed.some(({ start, end }) => name.startsWith(start) && name.endsWith(end));
  const names = CHUNKS.flatMap((chunk) => [...textsOf('en', chunk).keys()].map((name) => `${chunk}.${name}`));
  const idle = names.filter((name) => !name.startsWith(OF_CONTRACTS) && !isShown(name.split('.')[2] ?? ''));
  expect(idle).toEqual([]);
});
