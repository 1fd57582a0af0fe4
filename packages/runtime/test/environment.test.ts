import { Environment, parseEnvironment } from '@parley/runtime/environment';
import { expect, test } from 'vitest';

test('a direct address without the address of the pooler is refused', () => {
  const DATABASE_DIRECT_URL = 'postgresql://parley@127.0.0.1/parley';
  expect(() => parseEnvironment({ DATABASE_DIRECT_URL })).toThrow('set DATABASE_URL');
  expect(parseEnvironment({ DATABASE_DIRECT_URL, DATABASE_URL: DATABASE_DIRECT_URL })).toMatchObject({
    DATABASE_DIRECT_URL,
  });
});

test('the address of a replica without that of its primary is refused', () => {
  const DATABASE_READ_URL = 'postgresql://parley@127.0.0.1/parley';
  expect(() => parseEnvironment({ DATABASE_READ_URL })).toThrow('DATABASE_READ_URL: set DATABASE_URL');
});

const problemsOf = (variables: Record<string, string>): string => {
  try {
    parseEnvironment(variables);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
};

test.each([
  ['PARLEY_ADMIN_TOKEN', 'short', 'PARLEY_ADMIN_TOKEN must have at least 16 characters.'],
  ['PARLEY_PORT', 'http', 'PARLEY_PORT must be a number.'],
  ['PARLEY_PORT', '80.5', 'PARLEY_PORT must be a whole number.'],
  ['PARLEY_PORT', '70000', 'PARLEY_PORT must be at most 65535.'],
  ['PARLEY_DATABASE_POOL', '1', 'PARLEY_DATABASE_POOL must be at least 2.'],
  ['PARLEY_PUBLIC_URL', 'parley.example', 'PARLEY_PUBLIC_URL must be an address such as https://parley.example.'],
  ['PARLEY_SANDBOX', 'yes', 'PARLEY_SANDBOX must be true or false.'],
  ['PARLEY_SMS_PROVIDER', 'other', 'PARLEY_SMS_PROVIDER must be twilio, unifonic or http.'],
  ['PARLEY_TRUSTED_PROXIES', '10.0.0.0/8,proxy', 'PARLEY_TRUSTED_PROXIES must be CIDRs, comma-separated.'],
  ['DATABASE_URL', 'mysql://127.0.0.1/parley', 'DATABASE_URL must be a postgresql:// address.'],
  ['PARLEY_PRICES', 'wa=1,wa=2', 'PARLEY_PRICES: wa is given twice.'],
])('%s=%s is refused in a sentence that names the variable and its form', (name, value, sentence) => {
  expect(problemsOf({ [name]: value })).toBe(sentence);
});

test('every wrong variable has one sentence, without its value', () => {
  expect(problemsOf({ PARLEY_ADMIN_TOKEN: 'secret', PARLEY_PORT: '-1.5' }).split('\n')).toEqual([
    expect.stringMatching(/^PARLEY_PORT must be [^.]+\.$/),
    'PARLEY_ADMIN_TOKEN must have at least 16 characters.',
  ]);
});

test('no rule of a variable is described in the words of the library', () => {
  const all = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, '\u0000 wrong']));
  const sentences = problemsOf(all).split('\n');
  expect(sentences.length).toBeGreaterThan(50);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z_0-9]+ must (?:be|have) .+\.$/);
});
