import { expect, test } from 'vitest';
import { parseText, type TextPart } from './parse-text.ts';

const shown = (parts: readonly TextPart[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'href' in part ? `<${part.href}>` : `[${part.mark} ${shown(part.parts)}]`;
    })
    .join('');

test.each([
  ['https://example.com/a_b_c', '<https://example.com/a_b_c>'],
  ['(see https://example.com).', '(see <https://example.com/>).'],
  ['https://example.com/a_(b)', '<https://example.com/a_(b)>'],
  ['me@example.com, +965 and +96550001234!', '<mailto:me@example.com>, +965 and <tel:+96550001234>!'],
  ['javascript:alert(1) data:text/html,x http://', 'javascript:alert(1) data:text/html,x http://'],
  ['https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
  ['a?cc=b@example.com', 'a?cc=b@example.com'],
  ['mailto:me@example.com?bcc=all', 'mailto:me@example.com?bcc=all'],
  ['*bold* and *two words*', '[strong bold] and [strong two words]'],
  ['*see https://example.com now*', '[strong see <https://example.com/> now]'],
  ['_*both*_ ~gone~', '[em [strong both]] [s gone]'],
  ['2*3*4 snake_case_name * no * **', '2*3*4 snake_case_name * no * **'],
  ['*open\nclose*', '*open\nclose*'],
  ['```a *b* c``` ```open', '[code a *b* c] ```open'],
  ['*مهم*', '[strong مهم]'],
  ['<b>x</b>', '<b>x</b>'],
])('%s', (text, expected) => {
  expect(shown(parseText(text, { hasMarks: true }))).toBe(expected);
});

test('without marks only addresses are found', () => {
  expect(shown(parseText('*bold* https://example.com', { hasMarks: false }))).toBe('*bold* <https://example.com/>');
});

test('text is neither lost nor doubled, also where nothing closes', () => {
  for (const text of ['*a '.repeat(20_000), '_'.repeat(50_000), '```'.repeat(3), '`````', '*_~*_~']) {
    const joined = (parts: readonly TextPart[]): number =>
      parts.reduce((sum, part) => {
        if (typeof part === 'string') return sum + part.length;
        return sum + ('href' in part ? part.shown.length : joined(part.parts) + (part.mark === 'code' ? 6 : 2));
      }, 0);
    expect(joined(parseText(text, { hasMarks: true }))).toBe(text.length);
  }
});
