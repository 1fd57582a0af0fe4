import { wordsOf } from '@parley/common/words-of';
import { stemArabic } from './stem-arabic.rules.ts';

/** Maximum words of all queries together; more only cost time. */
const WORDS_MAX = 16;

/** Words of questions, which occur in most passages and say nothing about the topic. Folded. */
const QUESTION_WORDS = new Set(
  `a an and any are as at be been by can could do does did for from get give has have hello hey hi how i if in is it its kindly know
   let like long many may me much my need of on or our please so some tell thank thanks that the their them there these they this
   to us want was we were what when where which who why will with would you your
   ابغي ابي احتاج اريد اذا الا الذي التي الي ان انا انت انتم انها انه او اي ايش اين بدي بس بعد بكم تكفي تكون ثم حتي حق خلال ذلك سمحت
   شكرا شلون شنو شو طيب عايز عليكم السلام عن عند عندك عندكم عندي علي عليه غير فضلك فقط في فيه فيها قد قبل كان كانت كل كم كيف لا لدي لديكم لك لكم لكن
   لم لماذا لن له لها لو لي ليش ما ماذا متي مرحبا مع معكم ممكن من منكم منه منها ماهو ماهي نحن نعم هذا هذه هل هم هنا هناك هو هي وش وين يا يمكن يمكنني يوجد`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** One word of the query, with its stem where it is Arabic and has one. */
export interface Term {
  word: string;
  stem: string | null;
}

/** The words to search for: without question words, unless there are no others. */
export function readQuery(queries: readonly string[]): Term[] {
  const words = [...new Set(queries.flatMap(wordsOf))];
  const content = words.filter((word) => !QUESTION_WORDS.has(word));
  return (content.length > 0 ? content : words).slice(0, WORDS_MAX).map((word) => ({ word, stem: stemArabic(word) }));
}
