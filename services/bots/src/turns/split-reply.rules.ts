import type { Channel } from '@parley/common/channels';
import { MESSAGE_LIMITS } from '@parley/common/messages/message-length';

/** Maximum messages of a reply. */
const MAX_PARTS = 3;
const CUT = '…';
/** A message breaks only after this share of the limit, so that none is a few words. */
const LEAST_SHARE = 1 / 3;

const isBlank = (grapheme: string | undefined): boolean => grapheme !== undefined && /^\s+$/.test(grapheme);
const endsSentence = (grapheme: string | undefined): boolean =>
  grapheme !== undefined && /^[.!?؟۔。！？…][\p{M}]*$/u.test(grapheme);

/** Whether a message may end before the grapheme at `at`; the best kind of break first. */
const BREAKS: readonly ((graphemes: readonly string[], at: number) => boolean)[] = [
  (graphemes, at) => graphemes[at] === '\n' && graphemes[at + 1] === '\n',
  (graphemes, at) => graphemes[at] === '\n',
  (graphemes, at) => isBlank(graphemes[at]) && endsSentence(graphemes[at - 1]),
  (graphemes, at) => isBlank(graphemes[at]),
];

type SizeOf = (text: string) => number;

/** The end of the part that fits into `limit`. */
function endOfFitting(graphemes: readonly string[], from: number, sizeOf: SizeOf, limit: number): number {
  let size = 0;
  for (const [index, grapheme] of graphemes.slice(from).entries()) {
    size += sizeOf(grapheme);
    if (size > limit) return from + index;
  }
  return graphemes.length;
}

function endOfPart(graphemes: readonly string[], from: number, sizeOf: SizeOf, limit: number): number {
  const end = endOfFitting(graphemes, from, sizeOf, limit);
  if (end === graphemes.length) return end;
  const least = from + Math.max(1, Math.ceil((end - from) * LEAST_SHARE));
  for (const isBreak of BREAKS) {
    for (let at = end; at >= least; at--) if (isBreak(graphemes, at)) return at;
  }
  return end;
}

const skipBlanks = (graphemes: readonly string[], from: number): number => {
  let at = from;
  while (isBlank(graphemes[at])) at++;
  return at;
};

/**
 * A reply as at most {@link MAX_PARTS} messages that fit the channel (docs/reference/sends.md#length): split between
 * paragraphs, lines, sentences or words, and never inside a grapheme. A longer reply is cut, and ends with "…".
 */
export function splitReply(channel: Channel, reply: string): string[] {
  const { text: limit, unit } = MESSAGE_LIMITS[channel];
  const sizeOf: SizeOf = unit === 'bytes' ? (text) => Buffer.byteLength(text) : (text) => text.length;
  // A size in characters or bytes is at least the number of UTF-16 units: anything after this would be cut anyway.
  const graphemes = graphemesOf(
    reply
      .replaceAll('\r\n', '\n')
      .trim()
      .slice(0, (limit + 1) * MAX_PARTS),
  );
  const parts: string[] = [];
  let from = 0;
  while (from < graphemes.length) {
    const isLast = parts.length === MAX_PARTS - 1;
    const fitsWhole = endOfFitting(graphemes, from, sizeOf, limit) === graphemes.length;
    const isCut = isLast && !fitsWhole;
    const end = endOfPart(graphemes, from, sizeOf, isCut ? limit - sizeOf(CUT) : limit);
    parts.push(`${graphemes.slice(from, end).join('').trimEnd()}${isCut ? CUT : ''}`);
    if (isCut) break;
    from = skipBlanks(graphemes, end);
  }
  return parts;
}

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
const graphemesOf = (text: string): string[] =>
  (text.match(RUNS) ?? []).flatMap((run) => (run.length === 1 ? [run] : [...segmentRun(run)]));
