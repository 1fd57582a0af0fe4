import { foldText } from '../../../packages/common/src/text/fold-text.ts';

const HEADING = /(?=<h[1-6][ >])/;
const TAG = /<[^<>]*>/g;
const WORD = /[\u0620-\u065f\u066e-\u06d3]+/g;
/** “And”, “so”, “by”, “as” and “for” are written in one word with the next one, and so is the article. */
const PREFIX = /^(?:[وفبكل]?ال|[وف]?لل|[وفبكل](?=.{4}))/;
/** A possessive after a feminine noun, whose last letter it changes. */
const POSSESSIVE = /ت(?:ك|كم|ه|ها|هم|نا|ي)$/;

function formsOf(word: string): string[] {
  const bare = [word, word.replace(PREFIX, '')];
  const forms = [...bare, ...bare.map((form) => form.replace(POSSESSIVE, 'ة'))];
  return [...forms, ...forms.map(foldText)];
}

/**
 * Adds to each section of a page, for the index of the search, the forms of its Arabic words that a reader types:
 * without article, prepositions and possessives, and in the simple spelling. The search itself compares only spellings.
 */
export function addArabicForms(html: string): string {
  const sections = html.split(HEADING).map((section) => {
    const words = new Set(section.replaceAll(TAG, ' ').match(WORD) ?? []);
    const forms = new Set([...words].flatMap(formsOf));
    return forms.size > 0 ? `${section}<p>${[...forms].join(' ')}</p>\n` : section;
  });
  return sections.join('');
}
