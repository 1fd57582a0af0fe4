import { expect, test } from 'vitest';
import { makeLogger } from './logger.ts';

const BOT_TOKEN = '123456789:AAE-abcdefghijklmnopqrstuvwxyz0123456';

function logged(write: (logger: ReturnType<typeof makeLogger>) => void): { line: string; parsed: unknown } {
  const lines: string[] = [];
  write(makeLogger({ level: 'info', name: 'test', destination: { write: (text: string) => void lines.push(text) } }));
  const line = lines.join('');
  return { line, parsed: JSON.parse(line) };
}

test('secrets are taken out by the name of their field, three levels down', () => {
  const { line } = logged((logger) =>
    logger.info(
      { authorization: 'Bearer hidden', channel: { bot_token: 'hidden' }, a: { b: { access_token: 'hidden' } } },
      'A call.',
    ),
  );
  expect(line).not.toContain('hidden');
});

test.each([
  `https://api.telegram.org/bot${BOT_TOKEN}/getMe`,
  `the token ${BOT_TOKEN} was refused`,
  'https://graph.example/v1/me?access_token=EAAGabcdefghijklmnop&fields=id',
  'authorization: Bearer abcdefghijklmnopqrstuvwxyz',
  `X-API-Key: pk_${'aB3'.repeat(14)}`,
  `whsec_${'QUJD'.repeat(11)}`,
])('a secret in a text is known by its shape: %s', (text) => {
  const secret = /AAE-\w+|EAAG\w+|abcdefghijklmnopqrstuvwxyz$|(?:aB3)+|(?:QUJD)+/.exec(text)?.[0] ?? 'none';
  const cause = new Error(text);
  const { line, parsed } = logged((logger) =>
    logger.warn({ url: text, err: new Error(`failed: ${text}`, { cause }) }, `Calling ${text}`),
  );
  expect(line).not.toContain(secret);
  expect(parsed).toMatchObject({ level: 40, msg: expect.stringContaining('[redacted]') });
});

test('an ordinary line is left as it is', () => {
  const { parsed } = logged((logger) => logger.info({ request_id: 'req_1', count: 1234567890 }, 'Basic things work.'));
  expect(parsed).toMatchObject({ request_id: 'req_1', count: 1234567890, msg: 'Basic things work.' });
});
