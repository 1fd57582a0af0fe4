interface Pair {
  question: string;
  answer: string;
}

/**
 * Questions with answers as people write them: the first line of a paragraph is the question, the others the answer.
 */
export const parsePairs = (text: string): Pair[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .flatMap((paragraph) => {
      const end = paragraph.indexOf('\n');
      if (end === -1) return [];
      return [{ question: paragraph.slice(0, end).trim(), answer: paragraph.slice(end + 1).trim() }];
    });
