import { expect, test } from 'vitest';
import { isSameContent } from './same-content.rules.ts';

const SENT = { text: 'Zoe\u0308 says hi', hasFiles: false };

test.each([
  ['the same text', SENT, { text: 'Zoe\u0308 says hi', hasFiles: false }, true],
  ['composed characters', SENT, { text: 'Zo\u00eb says hi', hasFiles: false }, true],
  ['space, tab, CR and LF around it', SENT, { text: ' \t\r\nZo\u00eb says hi\n ', hasFiles: false }, true],
  ['another kind of blank around it', SENT, { text: '\u00a0Zo\u00eb says hi', hasFiles: false }, false],
  ['another blank inside', SENT, { text: 'Zo\u00eb  says hi', hasFiles: false }, false],
  ['another text', SENT, { text: 'typed', hasFiles: false }, false],
  ['blanks around what was sent', { text: '\nhi ', hasFiles: false }, { text: 'hi', hasFiles: false }, true],
  ['the file of a file with text', { text: 'hi', hasFiles: true }, { text: '', hasFiles: true }, true],
  ['the text of a file with text', { text: 'hi', hasFiles: true }, { text: 'hi', hasFiles: false }, true],
  ['a file, where none was sent', SENT, { text: '', hasFiles: true }, false],
  ['nothing', { text: '', hasFiles: false }, { text: '', hasFiles: false }, false],
  ['blanks alone, where no text was sent', { text: '', hasFiles: true }, { text: ' ', hasFiles: false }, true],
])('an echo with %s', (_, sent, echo, same) => {
  expect(isSameContent(sent, echo)).toBe(same);
});

test('comparing a long run of blanks takes linear time', () => {
  const text = `a${' '.repeat(200_000)}a`;
  expect(isSameContent({ text, hasFiles: false }, { text: ` ${text}`, hasFiles: false })).toBe(true);
});
