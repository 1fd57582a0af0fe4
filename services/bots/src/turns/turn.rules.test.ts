import { expect, test } from 'vitest';
import { answersTooQuickly, isSameReply, type Line } from './turn.rules.ts';

const START = Date.parse('2026-11-22T12:00:00.000Z');

/** Exchanges of a bot's reply and an answer after each of these waits (ms). */
function exchanges(...waits: number[]): Line[] {
  let at = START;
  return waits.flatMap((wait) => {
    at += 60_000;
    const reply = new Date(at);
    return [
      { isCustomer: false, isBot: true, at: reply },
      { isCustomer: true, isBot: false, at: new Date(at + wait) },
    ];
  });
}
const person: Line = { isCustomer: false, isBot: false, at: new Date(START) };

test.each<[string, Line[], boolean]>([
  ['nothing', [], false],
  ['five quick answers', exchanges(500, 1000, 2000, 1, 0), true],
  ['six of which the oldest was slow', exchanges(9000, 500, 1000, 2000, 1, 0), true],
  ['five of which one took 2.001 s', exchanges(500, 1000, 2001, 1, 0), false],
  ['four quick answers', exchanges(500, 1000, 2000, 1), false],
  ['five with a person’s message between', [...exchanges(1, 1, 1), person, ...exchanges(1, 1)], false],
  [
    'replies in parts, each answered after the last part',
    exchanges(1, 1, 1, 1, 1).flatMap((line) => (line.isBot ? [{ ...line, at: new Date(START) }, line] : [line])),
    true,
  ],
  ['bursts, of which the first message counts', exchanges(1, 1, 1, 1, 1).flatMap((line) => [line, line]), true],
])('a partner who answers too quickly: %s', (_title, lines, expected) => {
  expect(answersTooQuickly(lines)).toBe(expected);
});

test.each<[string, string[], string[] | null, boolean]>([
  ['no reply before', ['Hello'], null, false],
  ['the same', ['Hello'], ['Hello'], true],
  ['the same in other spaces and letters', ['Hello  there '], ['hello', 'there'], true],
  ['another', ['Hello'], ['Hello again'], false],
])('the same reply twice in a row: %s', (_title, texts, previous, expected) => {
  expect(isSameReply(texts, previous)).toBe(expected);
});
