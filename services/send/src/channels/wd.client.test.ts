import type { BusClient } from '@parley/bus/bus-client';
import type { DeviceSendOutcome } from '@parley/common/contracts/internal/send-device-message';
import { AppError } from '@parley/common/errors';
import { expect, test } from 'vitest';
import { makeWdSender } from './wd.client.ts';

const account = { id: 1, tenantId: 7, externalId: '12', credentials: {} };
const message = {
  to: '+15550002',
  text: 'hi',
  media: null,
  template: null,
  rich: null,
  quoted: null,
  file: null,
  threadId: null,
  commentId: null,
};

/** Returns the outcome for this answer of the bus, and the requests to the bus. */
async function sendWith(answer: () => DeviceSendOutcome | never) {
  const asked: unknown[] = [];
  const call: BusClient['call'] = async (_contract, input) => {
    asked.push(input);
    // safe: only one contract is called
    return answer() as never;
  };
  return { outcome: await makeWdSender({ call }).send(account, message, '42', 5000), asked };
}

test('an accepted message has the network’s id and further ids', async () => {
  const { outcome, asked } = await sendWith(() => ({
    outcome: 'accepted',
    providerMessageId: '3EB0',
    furtherIds: ['3EB1'],
  }));
  expect(outcome).toEqual({ kind: 'accepted', providerMessageId: '3EB0', recipientAlias: null, furtherIds: ['3EB1'] });
  expect(asked).toEqual([{ tenantId: 7, externalId: '12', messageId: '42', to: '+15550002', text: 'hi', media: null }]);
});

test('a refusal keeps the network’s code; an unreachable device is no refusal of the network', async () => {
  const refusal = { outcome: 'refused', message: 'no', safeToRetry: false, retryAfterMs: null } as const;
  expect((await sendWith(() => ({ ...refusal, status: 463, code: '463' }))).outcome).toMatchObject({
    kind: 'refused',
    provider: { name: 'device', status: 463, code: '463', message: 'no' },
    safeToRetry: false,
  });
  expect((await sendWith(() => ({ ...refusal, status: null, code: null }))).outcome).toMatchObject({
    kind: 'refused',
    provider: { status: null },
  });
});

test('a message that services/pairing held back is no refusal of the network', async () => {
  const heldBack = { outcome: 'refused', message: 'slow', safeToRetry: true, retryAfterMs: 2000 } as const;
  expect((await sendWith(() => ({ ...heldBack, status: null, code: 'paced' }))).outcome).toMatchObject({
    heldBack: 'paced',
    safeToRetry: true,
    retryAfterMs: 2000,
  });
  for (const other of [
    { status: 400, code: 'paced' },
    { status: null, code: null },
  ])
    expect((await sendWith(() => ({ ...heldBack, ...other }))).outcome).not.toHaveProperty('heldBack');
});

test.each<[DeviceSendOutcome | AppError, string, boolean | undefined]>([
  [{ outcome: 'unknown', code: null, message: 'late' }, 'unknown', undefined],
  [new AppError('provider_timeout'), 'unknown', undefined],
  [new AppError('service_unavailable'), 'refused', true],
  [new AppError('not_connected'), 'refused', false],
])('%j is %s', async (answer, kind, safeToRetry) => {
  const { outcome } = await sendWith(() => {
    if (answer instanceof AppError) throw answer;
    return answer;
  });
  expect(outcome.kind).toBe(kind);
  expect('safeToRetry' in outcome ? outcome.safeToRetry : undefined).toBe(safeToRetry);
});

test('an unexpected error is rethrown unchanged', async () => {
  await expect(
    sendWith(() => {
      throw new TypeError('oops');
    }),
  ).rejects.toBeInstanceOf(TypeError);
});
