import ar from 'cldr-annotations-modern/annotations/ar/annotations.json' with { type: 'json' };
import es from 'cldr-annotations-modern/annotations/es/annotations.json' with { type: 'json' };
import pt from 'cldr-annotations-modern/annotations/pt/annotations.json' with { type: 'json' };
import emojibase from 'emojibase-data/en/compact.json' with { type: 'json' };
import type { Plugin } from 'vite';

/** An emoji with its name, and further words that find it. */
type Emoji = [emoji: string, name: string, words: string];

/** The groups of Unicode in their order, without the parts that emoji consist of. */
const GROUPS = [0, 1, 3, 4, 5, 6, 7, 8, 9];

/** The names of emoji in a language; CLDR has no flags. */
interface Names {
  words: Readonly<Record<string, { default?: string[]; tts?: string[] }>>;
  flagOf(region: string): string;
}

/** The languages other than English. */
const NAMES: ReadonlyMap<string, Names> = new Map([
  ['ar', { words: ar.annotations.annotations, flagOf: (region) => `علم ${region}` }],
  ['pt-BR', { words: pt.annotations.annotations, flagOf: (region) => `bandeira: ${region}` }],
  ['es', { words: es.annotations.annotations, flagOf: (region) => `bandera: ${region}` }],
]);
const VARIATION = /\ufe0f/g;
/** The first of the letters that flags consist of. */
const LETTER_A = 0x1f1e6;

/** The two letters of a country's flag; null for other emoji. */
function regionOf(emoji: string): string | null {
  const letters = [...emoji].map((sign) => (sign.codePointAt(0) ?? 0) - LETTER_A);
  const isFlag = letters.length === 2 && letters.every((letter) => letter >= 0 && letter < 26);
  return isFlag ? String.fromCharCode(...letters.map((letter) => letter + 65)) : null;
}

/** Names emoji in a language, if it has a name for them. */
function namerOf(language: string): (emoji: string) => Emoji | null {
  const names = NAMES.get(language);
  if (!names) return () => null;
  const regions = new Intl.DisplayNames(language, { type: 'region' });
  return (emoji) => {
    const region = regionOf(emoji);
    if (region) return [emoji, names.flagOf(regions.of(region) ?? region), ''];
    const { tts: [name] = [], default: words = [] } =
      names.words[emoji] ?? names.words[emoji.replaceAll(VARIATION, '')] ?? {};
    return name === undefined ? null : [emoji, name, words.filter((word) => word !== name).join(' ')];
  };
}

function listOf(language: string): Emoji[][] {
  const inLanguage = namerOf(language);
  const sorted = emojibase.filter(({ order }) => order !== undefined).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return GROUPS.map((group) =>
    sorted
      .filter((one) => one.group === group)
      .map(({ unicode, label, tags = [] }): Emoji => inLanguage(unicode) ?? [unicode, label, tags.join(' ')]),
  );
}

const PREFIX = 'virtual:emoji-';

/** The modules `virtual:emoji-en`, `virtual:emoji-ar` and so on: emoji by group, of emojibase and of Unicode's CLDR. */
export function emojiLists(): Plugin {
  return {
    name: 'emoji-lists',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const json = JSON.stringify(listOf(id.slice(PREFIX.length + 1)));
      return `export default JSON.parse(${JSON.stringify(json)});`;
    },
  };
}
