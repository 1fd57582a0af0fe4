import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BESIDES_PARTS, countCode, countLines, type Language } from './count-lines.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('lines of code exclude blank lines and lines that only hold a comment', () => {
  expect(countCode('/**\n * About.\n */\nconst a = 1; // one\n\n// two\nconst url = "http://";\n', 'typescript')).toBe(
    2,
  );
  expect(countCode('# one\ndef f():\n    """About\n    f."""\n    return 1\n', 'python')).toBe(2);
});

test.each<[Language, number]>([
  ['typescript', 500],
  ['python', 500],
  ['php', 700],
  ['go', 650],
])(
  'transport, errors, retries, pagination and webhooks of the SDK of %s have fewer lines by hand than %i',
  (language, limit) => {
    const parts = countLines(ROOT, BESIDES_PARTS)[language];
    expect(parts).toBeLessThan(limit);
    expect(parts).toBeLessThan(countLines(ROOT)[language]);
  },
);
