/** Marks after one letter; no language has more. More are written only to make programs slow. */
const MARKS_MAX = 20;
/** Characters that may stand after a letter; the last two become marks in the compatibility forms. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;

const cutMarks = (marks: string): string =>
  marks.length > MARKS_MAX ? [...marks].slice(0, MARKS_MAX).join('') : marks;

/**
 * The text in a normal form, for comparisons, in linear time: the marks of one letter are sorted, which takes quadratic
 * time, so all beyond the twentieth are left out.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replaceAll(MARKS, cutMarks).normalize(form);
