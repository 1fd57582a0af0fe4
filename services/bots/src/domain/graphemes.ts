/** Characters of ASCII stand alone before others of ASCII; what else is there has to be looked at. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const RUNS = /[\u0000-\u007f](?![^\u0000-\u007f])|[\u0000-\u007f]?[^\u0000-\u007f]+/g;
/** The library takes four times as long for twice the text, so it is given little at once. */
const WINDOW = 512;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function* segmentRun(run: string): Generator<string> {
  for (let from = 0; from < run.length; ) {
    const segments = [...segmenter.segment(run.slice(from, from + WINDOW))].map(({ segment }) => segment);
    // The last one may go on behind the window.
    if (from + WINDOW < run.length && segments.length > 1) segments.pop();
    for (const segment of segments) {
      yield segment;
      from += segment.length;
    }
  }
}

/** What a reader sees as characters, in order; one of more than 512 UTF-16 units is taken apart. Line breaks are `\n`. */
export const graphemesOf = (text: string): string[] =>
  (text.match(RUNS) ?? []).flatMap((run) => (run.length === 1 ? [run] : [...segmentRun(run)]));
