import type { LogEventEntry } from '@parley/runtime/log-events/log-event';
import { LOG_EVENTS } from '@parley/runtime/logging/log-event-catalogue';
import { expect, test } from 'vitest';
import { makeLogger } from './logger.ts';

const BOT_TOKEN = '123456789:AAE-abcdefghijklmnopqrstuvwxyz0123456';

function logged(write: (logger: ReturnType<typeof makeLogger>) => void): { line: string; parsed: unknown } {
  const lines: string[] = [];
  write(makeLogger({ level: 'info', name: 'test', destination: { write: (text: string) => void lines.push(text) } }));
  const line = lines.join('');
  return { line, parsed: JSON.parse(line) };
}

test('redacts secrets by the name of their field, three levels down', () => {
  const { line } = logged((logger) =>
    logger.info(
      'bus.reconnected',
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
])('redacts a secret in a text by its pattern: %s', (text) => {
  const secret = /AAE-\w+|EAAG\w+|abcdefghijklmnopqrstuvwxyz$|(?:aB3)+|(?:QUJD)+/.exec(text)?.[0] ?? 'none';
  const cause = new Error(text);
  const { line, parsed } = logged((logger) =>
    logger.warn('bus.disconnected', { url: text, err: new Error(`failed: ${text}`, { cause }) }, `Calling ${text}`),
  );
  expect(line).not.toContain(secret);
  expect(parsed).toMatchObject({ level: 40, msg: expect.stringContaining('[redacted]') });
});

test('an ordinary line is unchanged', () => {
  const { parsed } = logged((logger) =>
    logger.info('bus.reconnected', { request_id: 'req_1', count: 1234567890 }, 'Basic things work.'),
  );
  expect(parsed).toMatchObject({ request_id: 'req_1', count: 1234567890, msg: 'Basic things work.' });
});

test.each([
  ['duplicate key value: Key (peer)=(+49 170 1234567) already exists.', '1234567'],
  ['invalid input syntax for type json: "my secret text"', 'secret'],
  ['the number +491701234567 is not on WhatsApp', '491701234567'],
  ['no session for 491701234567.0', '491701234567'],
  ['491701234567:12@s.whatsapp.net did not answer', '491701234567'],
  ['call +49 170 123-4567 back', '123-4567'],
  ['connect postgresql://parley:hunter22@db:5432/parley', 'hunter22'],
  ['GET /connect/Zm9vYmFyYmF6cXV4cXV1eA failed', 'Zm9vYmFy'],
  ['wamid.HBgMNDkxNzAxMjM0NTY3FQIAEhg was read', 'HBgMNDkx'],
  ['session wds_abcdefghijklmnopqrstuv ended', 'abcdefgh'],
])('redacts personal data in a text: %s', (text, hidden) => {
  const { line } = logged((logger) =>
    logger.error('handler.failed', { err: new Error(text, { cause: new Error(text) }), url: text }, text),
  );
  expect(line).not.toContain(hidden);
});

test('redacts the rejected text that a parser’s error quotes', () => {
  const parse = (text: string): Error => {
    try {
      JSON.parse(text);
    } catch (error) {
      if (error instanceof Error) return error;
    }
    throw new Error('parsed');
  };
  for (const text of ['hello my dear', `{"text": hello my dear friend of many years, and more}`]) {
    const { line } = logged((logger) => logger.warn('bus.disconnected', { err: parse(text) }, 'No JSON.'));
    expect(line).not.toMatch(/hello|dear|friend/);
  }
});

test('hides fields with message texts or personal data at every depth', () => {
  const { line, parsed } = logged((logger) =>
    logger.info(
      'bus.reconnected',
      { item: { deep: 'QZ' }, a: [{ b: { text: 'QZ', pushName: 'QZ', to: 'QZ' } }], from: 'QZ', kind: 'kept' },
      'A line.',
    ),
  );
  expect(line).not.toContain('QZ');
  expect(parsed).toMatchObject({ kind: 'kept', msg: 'A line.' });
});

test('keeps the last four digits of a number, to distinguish two of them', () => {
  const { parsed } = logged((logger) =>
    logger.info('bus.reconnected', { account: '491701234567' }, 'It is about +491701234599.'),
  );
  expect(parsed).toMatchObject({ account: '…4567', msg: 'It is about …4599.' });
});

test('keeps a provider’s refusal except its own message, which may quote the request', () => {
  const provider = { name: 'graph', status: 401, code: 190, message: 'QZ is no text', trace_id: 'AbC' };
  const { line, parsed } = logged((logger) => logger.warn('bus.disconnected', { provider }, 'Refused.'));
  expect(line).not.toContain('QZ');
  expect(parsed).toMatchObject({ provider: { name: 'graph', status: 401, code: 190, trace_id: 'AbC' } });
});

const written = (isTerminal: boolean): string => {
  const lines: string[] = [];
  const destination = { write: (text: string) => void lines.push(text) };
  const logger = makeLogger({ level: 'info', name: 'send', destination, isTerminal }).child({ service: 'gateway' });
  logger.warn('bus.disconnected', { request_id: 'req_1' }, 'The bus is disconnected.');
  return lines.join('');
};

test('on a terminal a line is readable: time, level, event and sentence, with the fields below', () => {
  const [first = '', ...below] = written(true).trimEnd().split('\n');
  expect(first).toMatch(/^\[\d\d:\d\d:\d\d\] WARN \(send\): bus\.disconnected: The bus is disconnected\.$/);
  expect(below.map((line) => line.trim())).toEqual(['service: "gateway"', 'request_id: "req_1"']);
});

test('otherwise a line is one JSON object with its event, sentence and fields', () => {
  const text = written(false);
  expect(text.split('\n')).toEqual([expect.any(String), '']);
  expect(JSON.parse(text)).toMatchObject({
    level: 40,
    name: 'send',
    service: 'gateway',
    event: 'bus.disconnected',
    request_id: 'req_1',
    msg: 'The bus is disconnected.',
  });
});

test('a line below the level is not written', () => {
  const lines: string[] = [];
  const destination = { write: (text: string) => void lines.push(text) };
  const logger = makeLogger({ level: 'warn', name: 'test', destination });
  logger.info('bus.reconnected', {}, 'Back.');
  logger.error('handler.failed', {}, 'Failed.');
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['handler.failed']);
});

test('every event is named noun.verb, in lower case with hyphens', () => {
  const names = Object.keys(LOG_EVENTS);
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
  const entries: LogEventEntry[] = Object.values(LOG_EVENTS);
  expect(entries.filter(({ when, action }) => !when.endsWith('.') || !action.endsWith('.'))).toEqual([]);
});

test('an invalid log call does not compile', () => {
  const logger = makeLogger({ level: 'silent', name: 'test' });
  // @ts-expect-error an event that the catalogue does not have
  logger.warn('bus.danced', {}, 'No.');
  // @ts-expect-error an event of another level
  logger.info('bus.disconnected', {}, 'No.');
  // @ts-expect-error a field in another casing
  logger.warn('bus.disconnected', { requestId: 'req_1' }, 'No.');
  // @ts-expect-error no sentence
  logger.warn('bus.disconnected', {});
  // @ts-expect-error the old order of arguments
  logger.warn({ request_id: 'req_1' }, 'No.');
});

const MEGABYTE = 1_000_000;
test.each([
  ['quotes', '"'],
  ['beginnings of a refused value', 'invalid input value for '],
  ['beginnings of a refused key', 'Key (a)=(('],
  ['keys without an end', 'Key (a'],
  ['beginnings of a parser’s error', `Unexpected token 'x', "`],
  ['names of parameters', 'code='],
  ['blanks', ' '],
  ['digits in groups', '+1 12'],
])('a text of a megabyte is redacted in linear time: %s', (_what, unit) => {
  const text = unit.repeat(MEGABYTE / unit.length);
  const { parsed } = logged((logger) => logger.warn('bus.disconnected', { url: text }, 'Long.'));
  expect(parsed).toMatchObject({ url: expect.any(String) });
});

test('a refused value without its closing quote is redacted to the end', () => {
  const { parsed } = logged((logger) =>
    logger.warn('bus.disconnected', {}, 'invalid input syntax for type json: "my secret'),
  );
  expect(parsed).toMatchObject({ msg: 'invalid input syntax for type json: "[redacted]' });
});
