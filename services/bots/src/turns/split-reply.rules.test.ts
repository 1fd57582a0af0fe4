import { CHANNELS } from '@parley/common/channels';
import { MESSAGE_LIMITS } from '@parley/common/messages/message-length';
import { expect, it } from 'vitest';
import { splitReply } from './split-reply.rules.ts';

const sizeOn = (channel: (typeof CHANNELS)[number], text: string): number =>
  MESSAGE_LIMITS[channel].unit === 'bytes' ? Buffer.byteLength(text) : text.length;

it('leaves a text that fits unchanged', () => {
  expect(splitReply('tg', ' We open at nine.\n\nSee you! ')).toEqual(['We open at nine.\n\nSee you!']);
});

it.each([
  ['between paragraphs', `${'a'.repeat(700)}\n\n${'b'.repeat(500)}. ${'c'.repeat(100)}`, ['a'.repeat(700), 2]],
  ['between lines', `${'a'.repeat(700)}\n${'b'.repeat(500)}. c`, ['a'.repeat(700), 2]],
  ['between sentences', `${'a'.repeat(700)}. ${'b '.repeat(400)}`, [`${'a'.repeat(700)}.`, 2]],
  ['between words', `${'a'.repeat(700)} ${'b'.repeat(700)}`, ['a'.repeat(700), 2]],
  ['where a message is full, when there is no word', 'a'.repeat(1500), ['a'.repeat(1000), 2]],
  [
    'not after a few words, though a paragraph ends there',
    `Hi!\n\n${'b'.repeat(1500)}`,
    [`Hi!\n\n${'b'.repeat(995)}`, 2],
  ],
] as const)('splits %s', (_name, text, [first, count]) => {
  const parts = splitReply('ig', text);
  expect(parts[0]).toBe(first);
  expect(parts).toHaveLength(count);
});

it('cuts a text that does not fit into three messages, and marks the cut', () => {
  for (const channel of CHANNELS) {
    const parts = splitReply(channel, 'word '.repeat(6000));
    expect(parts).toHaveLength(3);
    expect(parts.at(-1)).toMatch(/word…$/);
    for (const part of parts) expect(sizeOn(channel, part)).toBeLessThanOrEqual(MESSAGE_LIMITS[channel].text);
  }
});

it.each([
  ['a family', '👨‍👩‍👧‍👦'],
  ['Arabic with marks', 'مُحَمَّدٌ'],
  ['a flag', '🇰🇼'],
  ['a letter with accents of its own', 'é̂'],
])('never splits inside of %s', (_name, unit) => {
  const whole = unit.repeat(200);
  const segments = new Set([...new Intl.Segmenter().segment(whole)].map(({ segment }) => segment));
  for (const channel of CHANNELS) {
    const parts = splitReply(channel, whole);
    for (const part of parts) {
      expect(sizeOn(channel, part)).toBeLessThanOrEqual(MESSAGE_LIMITS[channel].text);
      for (const { segment } of new Intl.Segmenter().segment(part)) expect([...segments, '…']).toContain(segment);
    }
  }
});

it('splits a single character that is larger than a message', () => {
  const parts = splitReply('ig', `e${'́'.repeat(3000)}`);
  for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1000);
  expect(parts).toHaveLength(3);
});

it('recognizes Arabic marks at the end of a sentence', () => {
  const text = `${'ا'.repeat(200)} ${'ب'.repeat(80)}؟ ${'ت'.repeat(120)} ${'ث'.repeat(300)}`;
  expect(splitReply('ig', text)[0]?.endsWith('؟')).toBe(true);
});
