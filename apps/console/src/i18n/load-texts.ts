import { isLanguage, type Language } from '@parley/common/languages/languages';
import type { Texts } from './catalogue.ts';
import { preferredLanguage } from './languages.ts';

const STORED_AS = 'parley.language';

type Catalogue = Readonly<Record<string, Texts>>;
/** Where each file of strings is in development; the build writes them into a folder: catalogues.ts. */
const SOURCES = import.meta.env.PROD ? {} : import.meta.glob<Catalogue>('../texts/*/*.ts', { import: 'default' });

async function read(language: Language, name: string): Promise<Catalogue> {
  if (import.meta.env.PROD) {
    const address = `${import.meta.env.BASE_URL}${import.meta.env.TEXTS}${language}/${name}.js`;
    return (await import(/* @vite-ignore */ address)).default;
  }
  const source = SOURCES[`../texts/${language}/${name}.ts`];
  if (!source) throw new Error(`The console has no texts "${name}" in ${language}.`);
  return source();
}

interface Chunk {
  name: string;
  /** The loaded part of it, by language. */
  loaded: Partial<Record<Language, Catalogue>>;
}

const chunks = new Map<string, Chunk>();
/** Every chunk that the page has asked for. */
const asked = new Set<Chunk>();

/** The language chosen in this browser, else the browser's preferred one. */
function firstLanguage(): Language {
  if (typeof localStorage === 'undefined') return 'en';
  const stored = localStorage.getItem(STORED_AS);
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages);
}

let shown = firstLanguage();
/** The language that is being loaded after a choice, else the one that is shown. */
let wanted = shown;

const listeners = new Set<() => void>();

/** The language in which the page is shown. */
export const shownLanguage = (): Language => shown;

/** Calls `listen` whenever the shown language has changed. */
export function followLanguage(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

async function load({ name, loaded }: Chunk, language: Language): Promise<void> {
  loaded[language] ??= await read(language, name);
}

/** Loads what the page has asked for in this language; a chunk that is asked for while it waits is loaded too. */
async function loadAll(language: Language): Promise<void> {
  const missing = [...asked].filter(({ loaded }) => !loaded[language]);
  if (missing.length === 0) return;
  await Promise.all(missing.map((chunk) => load(chunk, language)));
  await loadAll(language);
}

/**
 * Shows the page in another language once all its strings are loaded; before that, and without a connection, nothing changes.
 * A later choice wins.
 */
export async function changeLanguage(language: Language): Promise<void> {
  if (language === wanted) return;
  wanted = language;
  try {
    await loadAll(language);
  } catch {
    if (wanted === language) wanted = shown;
    return;
  }
  if (wanted !== language) return;
  shown = language;
  localStorage.setItem(STORED_AS, language);
  for (const listen of listeners) listen();
}

function chunkOf(name: string): Chunk {
  const chunk = chunks.get(name) ?? { name, loaded: {} };
  chunks.set(name, chunk);
  return chunk;
}

/** Loads the strings of a chunk; the language may change while this waits. */
export async function loadChunk(name: string): Promise<void> {
  const chunk = chunkOf(name);
  asked.add(chunk);
  do await Promise.all([load(chunk, shown), load(chunk, wanted)]);
  while (!chunk.loaded[shown]);
}

/**
 * Loads scripts together with the chunks of strings that they show: `withTexts(import('./bulk-bar.tsx'), 'inbox-more')`. Every
 * module that is loaded on demand names its chunks here, so that its strings are there when it is rendered.
 */
export async function withTexts<M>(scripts: Promise<M>, ...chunks: string[]): Promise<M> {
  const [module] = await Promise.all([scripts, ...chunks.map(loadChunk)]);
  return module;
}

/** The strings of one part of a screen, in each loaded language. */
export interface Section<T extends Texts = Texts> {
  in(language: Language): T | undefined;
}

type Sections<C extends Catalogue> = <S extends keyof C & string>(section: S) => Section<C[S]>;

/** The sections of a chunk; their strings are there once the chunk is loaded. */
export function sectionsOf<C extends Catalogue>(name: string): Sections<C> {
  const { loaded } = chunkOf(name);
  // safe: the files of a chunk have the sections of its English one
  return (section) => ({ in: (language) => (loaded as Partial<Record<Language, C>>)[language]?.[section] });
}

/** Whether there is a text of this name, such as a code of the server. */
export const hasText = <T extends Texts>(section: Section<T>, name: string): name is keyof T & string =>
  Object.hasOwn(section.in(shown) ?? {}, name);

/** The names of a section's strings. */
export const namesOf = <T extends Texts>(section: Section<T>): (keyof T & string)[] =>
  Object.keys(section.in(shown) ?? {}) as (keyof T & string)[]; // safe: its own keys
