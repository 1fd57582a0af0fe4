import { expect, test } from 'vitest';
import { recordCalls, recordedExample } from '../../conformance/support/record-calls.ts';
import { readSampleSource } from '../../generate/read-samples.ts';
import { toCamel } from '../generate/php-types.ts';
import { phpSample } from '../generate/sample.ts';
import { runPhp } from './run-php.ts';

const { methods } = readSampleSource();
/** The sample of an action with the names of the API, as programs of before have it. */
const oldSample = (action: string, example: Readonly<Record<string, unknown>>): string =>
  Object.keys(example).reduce(
    (text, name) => text.replace(`${toCamel(name)}: `, `${name}: `),
    phpSample(action, example),
  );

test('every action takes its arguments by the names of the API as well', async () => {
  const samples = methods.map(({ action, example }) => oldSample(action, example));
  expect(samples.join()).toMatch(/\bmessage_id: /);
  const calls = await recordCalls((url) =>
    runPhp('run-samples.php', samples, { PARLEY_BASE_URL: url, PARLEY_API_KEY: 'key' }),
  );
  expect(calls).toEqual(methods.map(recordedExample));
});

test('arguments keep their order, and null removes a reaction', async () => {
  const pieces = [
    "$client->messages->react('wa', 'wamid.1', null)",
    "$client->messages->react(channel: 'wa', messageId: 'wamid.1', emoji: null)",
    "$client->messages->react('wa', emoji: null, message_id: 'wamid.1')",
  ];
  const calls = await recordCalls((url) => runPhp('run-pieces.php', { url, pieces }));
  const input = { channel: 'wa', message_id: 'wamid.1', emoji: null };
  expect(calls).toEqual(pieces.map(() => ({ action: 'react', input })));
});

test.each([
  ["react('wa', emoji: '👍')", 'ArgumentCountError: Parley\\Api\\Messages::react() needs the argument messageId'],
  ["react('wa', 'wamid.1')", 'ArgumentCountError: Parley\\Api\\Messages::react() needs the argument emoji'],
  ["get(messageid: '1')", 'Error: Unknown named parameter $messageid of Parley\\Api\\Messages::get()'],
  [
    "get(messageId: '1', message_id: '2')",
    'Error: Named parameter $message_id overwrites the argument messageId of Parley\\Api\\Messages::get()',
  ],
])('%s is refused before any call', async (piece, said) => {
  const calls = await recordCalls(async (url) => {
    expect(await runPhp('run-pieces.php', { url, pieces: [`$client->messages->${piece}`] })).toEqual([said]);
  });
  expect(calls).toEqual([]);
});
