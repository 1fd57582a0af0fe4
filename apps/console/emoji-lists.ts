import annotations from 'cldr-annotations-modern/annotations/ar/annotations.json' with { type: 'json' };
import emojibase from 'emojibase-data/en/compact.json' with { type: 'json' };
import type { Plugin } from 'vite';

/** An emoji with its name, and further words that find it. */
type Emoji = [emoji: string, name: string, words: string];

/** The groups of Unicode in their order, without the parts that emoji consist of. */
const GROUPS = [0, 1, 3, 4, 5, 6, 7, 8, 9];
const ARABIC: Record<string, { default?: string[]; tts?: string[] }> = annotations.annotations.annotations;
const ARABIC_REGIONS = new Intl.DisplayNames('ar', { type: 'region' });
const VARIATION = /\ufe0f/g;
/** The first of the letters that flags consist of. */
const LETTER_A = 0x1f1e6;

/** The two letters of a country's flag; null for other emoji. */
function regionOf(emoji: string): string | null {
  const letters = [...emoji].map((sign) => (sign.codePointAt(0) ?? 0) - LETTER_A);
  const isFlag = letters.length === 2 && letters.every((letter) => letter >= 0 && letter < 26);
  return isFlag ? String.fromCharCode(...letters.map((letter) => letter + 65)) : null;
}

/** The emoji in Arabic; CLDR has no flags. */
function inArabic(emoji: string): Emoji | null {
  const region = regionOf(emoji);
  if (region) return [emoji, `علم ${ARABIC_REGIONS.of(region)}`, ''];
  const { tts: [name] = [], default: words = [] } = ARABIC[emoji] ?? ARABIC[emoji.replaceAll(VARIATION, '')] ?? {};
  return name === undefined ? null : [emoji, name, words.filter((word) => word !== name).join(' ')];
}

function listOf(language: 'en' | 'ar'): Emoji[][] {
  const sorted = emojibase.filter(({ order }) => order !== undefined).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return GROUPS.map((group) =>
    sorted
      .filter((one) => one.group === group)
      .map(({ unicode, label, tags = [] }): Emoji => {
        const found = language === 'ar' ? inArabic(unicode) : null;
        return found ?? [unicode, label, tags.join(' ')];
      }),
  );
}

const PREFIX = 'virtual:emoji-';

/** The modules `virtual:emoji-en` and `virtual:emoji-ar`: emoji by group, of emojibase and of Unicode's CLDR. */
export function emojiLists(): Plugin {
  return {
    name: 'emoji-lists',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const json = JSON.stringify(listOf(id.endsWith('ar') ? 'ar' : 'en'));
      return `export default JSON.parse(${JSON.stringify(json)});`;
    },
  };
}
