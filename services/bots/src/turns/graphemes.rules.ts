/** An ASCII character is a grapheme of its own before another one; everything else needs segmentation. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const RUNS = /[\u0000-\u007f](?![^\u0000-\u007f])|[\u0000-\u007f]?[^\u0000-\u007f]+/g;
/** The library's time is quadratic in the text, so it gets small windows. */
const WINDOW = 512;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function* segmentRun(run: string): Generator<string> {
  for (let from = 0; from < run.length; ) {
    const segments = [...segmenter.segment(run.slice(from, from + WINDOW))].map(({ segment }) => segment);
    // The last segment may continue after the window.
    if (from + WINDOW < run.length && segments.length > 1) segments.pop();
    for (const segment of segments) {
      yield segment;
      from += segment.length;
    }
  }
}

/** Graphemes in order; one of more than 512 UTF-16 units is split. Line breaks are `\n`. */
export const graphemesOf = (text: string): string[] =>
  (text.match(RUNS) ?? []).flatMap((run) => (run.length === 1 ? [run] : [...segmentRun(run)]));
