import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { type HeldContract, holdRequests } from '@parley/bus/requests/hold-requests';
import { subjectOf } from '@parley/common/define-contract';
import { silentLogger } from '@parley/testing/silent-logger';
import { expect, test } from 'vitest';
import { echo } from './test-service.ts';

/** Sends text to a held contract; returns the answer, the number of starts, and the fields of the logged errors. */
async function ask(payload: string, admit?: HeldContract['admit']) {
  const carrier = makeInProcessCarrier();
  const errors: unknown[] = [];
  let starts = 0;
  holdRequests({
    carrier,
    contracts: [{ contract: echo, ...(admit ? { admit } : {}) }],
    async start() {
      starts++;
    },
    logger: { ...silentLogger, error: (_event: string, fields: unknown) => void errors.push(fields) },
  });
  const answer: unknown = JSON.parse(await carrier.request(subjectOf(echo), payload, 2000));
  await carrier.close();
  return { answer, starts, errors };
}

test.each([
  ['{"input":', 'invalid_json'],
  ['[]', 'invalid_request'],
  ['{"input":{"text":"x"}}', 'invalid_request'],
])('the malformed request %s to a process that does not run returns %s, and starts nothing', async (payload, error) => {
  expect(await ask(payload)).toMatchObject({ answer: { ok: false, error: { error } }, starts: 0, errors: [] });
});

test('a failure while a request is held is logged with the id of the request', async () => {
  const payload = JSON.stringify({ input: {}, context: { requestId: 'req_held', deadlineAt: Date.now() + 60_000 } });
  const failure = new TypeError('a bug');
  const failed = await ask(payload, async () => {
    throw failure;
  });
  expect(failed).toMatchObject({ answer: { ok: false, error: { error: 'internal_error' } }, starts: 0 });
  expect(failed.errors).toEqual([{ err: failure, operation: 'accounts.echo', request_id: 'req_held' }]);
});
