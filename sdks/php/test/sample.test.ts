import { expect, test } from 'vitest';
import { recordCalls, recordedExample } from '../../conformance/support/record-calls.ts';
import { readSampleSource } from '../../generate/read-samples.ts';
import { phpSample } from '../generate/sample.ts';
import { runPhp } from './run-php.ts';

test('a sample of every action calls it with the example of the document', async () => {
  const { methods } = readSampleSource();
  const samples = methods.map(({ action, example }) => phpSample(action, example));
  const calls = await recordCalls((url) =>
    runPhp('run-samples.php', samples, { PARLEY_BASE_URL: url, PARLEY_API_KEY: 'key' }),
  );
  expect(calls).toEqual(methods.map(recordedExample));
});

test('a sample has the idioms of the language', () => {
  expect(phpSample('send', { channel: 'wa', to: '+16505551234', message: "It's here" })).toBe(
    `$client = new Parley\\Client(getenv('PARLEY_BASE_URL'), getenv('PARLEY_API_KEY'));
$answer = $client->messages->send(channel: 'wa', to: '+16505551234', message: 'It\\'s here');
print_r($answer->toArray());
`,
  );
});
