import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkKnowledge, estimateTokens, PASSAGE_TOKENS } from './passage.rules.ts';

const markdown = (text: string) => chunkKnowledge({ kind: 'markdown', text });
const titles = (text: string) => markdown(text).map((chunk) => [chunk.title, chunk.text]);

test('Markdown is cut at its headings, and each passage names its headings', () => {
  expect(
    titles('Before.\n\n# Shop\n\n## Hours ##\nNine to five.\n\n## Parking\nBehind it.\n# Returns\nIn 14 days.'),
  ).toEqual([
    [null, 'Before.'],
    ['Shop > Hours', 'Nine to five.'],
    ['Shop > Parking', 'Behind it.'],
    ['Returns', 'In 14 days.'],
  ]);
});

test('handles a heading that skips a level, one with nothing below it, and a comment in a code block', () => {
  expect(titles('### Deep\na\n# We deliver on Fridays\n## Prices\n```sh\n# no heading\n```')).toEqual([
    ['Deep', 'a'],
    ['We deliver on Fridays > Prices', '```sh\n# no heading\n```'],
  ]);
  expect(titles('# We deliver on Fridays')).toEqual([['We deliver on Fridays', 'We deliver on Fridays']]);
});

test('paragraphs that fit stay together, and none that fits is divided', () => {
  const paragraph = (letter: string) => letter.repeat(600);
  const chunks = chunkKnowledge({ kind: 'text', text: ['a', 'b', 'c'].map(paragraph).join('\n\n') });
  expect(chunks.map(({ text }) => text)).toEqual([paragraph('a'), paragraph('b'), paragraph('c')]);
  expect(chunkKnowledge({ kind: 'text', text: 'One.\r\n\r\nTwo.' }).map(({ text }) => text)).toEqual(['One.\n\nTwo.']);
});

test('a question and its answer are one passage, titled by the question', () => {
  expect(
    chunkKnowledge({ kind: 'qa', pairs: [{ question: 'When do you open?', answer: 'At nine.\nOn Fridays at two.' }] }),
  ).toEqual([{ title: 'When do you open?', text: 'At nine.\nOn Fridays at two.', tokens: 15 }]);
});

test('a PDF is cut by page, without characters that PostgreSQL cannot store', () => {
  const chunks = chunkKnowledge({ kind: 'pdf', pages: ['First\u0000page', '  ', 'Third \ud800'] });
  expect(chunks.map(({ title, text }) => [title, text])).toEqual([
    ['Page 1', 'First page'],
    ['Page 3', 'Third \ufffd'],
  ]);
});

const words = fc.oneof(
  fc.lorem({ maxCount: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 3000 }),
  fc.string({ unit: fc.constantFrom('ع', '漢', '😀'), minLength: 300, maxLength: 3000 }),
  fc.string({ unit: fc.constantFrom('ساعات ', 'العمل', '. ', '؟ ', '\n', '\n\n', 'x'), maxLength: 2000 }),
);
const visible = (text: string): string => text.replace(/\s/g, '');

test('every passage of any text is bounded, and together they contain all of it in order', () => {
  fc.assert(
    fc.property(words, (text) => {
      const chunks = chunkKnowledge({ kind: 'text', text });
      for (const chunk of chunks) {
        expect(chunk.text.trim()).not.toBe('');
        expect(chunk.text.isWellFormed()).toBe(true);
        expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(PASSAGE_TOKENS);
      }
      const whole = chunkKnowledge({ kind: 'qa', pairs: [{ question: '?', answer: text }] })[0]?.text ?? '';
      expect(visible(chunks.map((chunk) => chunk.text).join(''))).toBe(visible(whole));
    }),
    { numRuns: 300 },
  );
});

test('every passage of any Markdown is bounded, and no line is lost', () => {
  const line = fc.oneof(fc.constantFrom('# A', '## B', '#### C', '```', ''), fc.lorem({ maxCount: 40 }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const chunks = markdown(lines.join('\n'));
      for (const { text } of chunks) expect(estimateTokens(text)).toBeLessThanOrEqual(PASSAGE_TOKENS);
      const held = visible(chunks.map(({ text }) => text).join(''));
      const plain = lines.filter((text) => !text.startsWith('#') && text !== '```');
      let from = 0;
      for (const text of plain) {
        const at = held.indexOf(visible(text), from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + visible(text).length;
      }
    }),
    { numRuns: 300 },
  );
});
