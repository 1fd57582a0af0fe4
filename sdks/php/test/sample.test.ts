import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asRecorded, recordCalls } from '../../conformance/support/record-calls.ts';
import { readExamples } from '../../generate/read-samples.ts';
import { phpSample } from '../generate/sample.ts';
import { runPhp } from './run-php.ts';

const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));

test('a sample of every action calls it with the example of the document', async () => {
  const examples = readExamples(document);
  const samples = examples.map(({ action, input }) => phpSample(action, input));
  const calls = await recordCalls((url) =>
    runPhp('run-samples.php', samples, { PARLEY_BASE_URL: url, PARLEY_API_KEY: 'key' }),
  );
  expect(calls).toEqual(examples.map(asRecorded));
});

test('a sample looks as a person writes it', () => {
  expect(phpSample('send', { channel: 'wa', to: '+16505551234', message: "It's here" })).toBe(
    `$client = new Parley\\Client(getenv('PARLEY_BASE_URL'), getenv('PARLEY_API_KEY'));
$answer = $client->messages->send(channel: 'wa', to: '+16505551234', message: 'It\\'s here');
print_r($answer->toArray());
`,
  );
});
