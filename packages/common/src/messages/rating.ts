/** Answers to a satisfaction question, the best first: the buttons, and the numbers of the lines where there are none. */
export const RATINGS = [
  { score: 3, name: 'good', sign: '😀' },
  { score: 2, name: 'middling', sign: '😐' },
  { score: 1, name: 'bad', sign: '🙁' },
] as const;

export type Score = (typeof RATINGS)[number]['score'];

/** The id of an answer's button. */
export const ratingId = (score: Score): string => `rating-${score}`;

/** The score that a customer's message gives; null: the message is no answer. `choice` is the id of a button. */
export function readRating({ text, choice }: { text: string; choice: string | null }): Score | null {
  const said = text.trim();
  const given = RATINGS.find(
    ({ score, sign }, at) => choice === ratingId(score) || said === sign || said === String(at + 1),
  );
  return given?.score ?? null;
}
