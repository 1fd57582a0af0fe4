import { expect, test } from 'vitest';
import { decideReceipts, type GivenReceipt, type SentMessage } from './receipt.rules.ts';

const AT = new Date('2026-03-01T10:00:00.000Z');
const ERROR = { code: 'graph_error', message: 'No.', provider_code: 1 };

const sent = (given: Partial<SentMessage> = {}): SentMessage => ({
  id: '7',
  conversationId: 3,
  peer: '+15551234567',
  status: 'sent',
  receipt: null,
  providerMessageId: 'wamid.1',
  hasParts: false,
  ...given,
});

function receipt(
  status: GivenReceipt['item']['status'],
  message: SentMessage | undefined,
  { mayWait = false, error = null as GivenReceipt['item']['error'] } = {},
): GivenReceipt {
  return { item: { status, at: AT, error, providerMessageId: 'wamid.1' }, message, mayWait };
}

test.each([
  // status of the receipt, status and receipt of the message, outcome, steps kept
  ['sent', 'sent', null, 'moved', 1],
  ['delivered', 'sent', 'sent', 'moved', 1],
  ['delivered', 'sent', null, 'moved', 1],
  ['read', 'sent', null, 'moved', 1],
  ['read', 'delivered', 'delivered', 'moved', 1],
  ['failed', 'sent', null, 'moved', 1],
  ['failed', 'sent', 'sent', 'moved', 1],
  ['sent', 'sent', 'sent', 'repeated', 1],
  ['sent', 'read', 'read', 'repeated', 1],
  ['delivered', 'read', 'read', 'repeated', 1],
  ['read', 'read', 'read', 'repeated', 1],
  ['failed', 'delivered', 'delivered', 'repeated', 0],
  ['failed', 'read', 'read', 'repeated', 0],
  ['failed', 'failed', 'failed', 'repeated', 0],
  ['delivered', 'failed', 'failed', 'repeated', 1],
  ['delivered', 'failed', null, 'repeated', 1],
  ['delivered', 'sending', null, 'unconfirmed', 0],
  ['failed', 'unknown', null, 'unconfirmed', 0],
] as const)('%s, for a message that is %s with the receipt %s: %s', (status, current, last, outcome, kept) => {
  const { outcomes, steps } = decideReceipts([receipt(status, sent({ status: current, receipt: last }))]);
  expect(outcomes).toEqual([outcome]);
  expect(steps).toHaveLength(kept);
  expect(steps.some(({ isLast }) => isLast)).toBe(outcome === 'moved');
});

test('a receipt whose message is not stored has the outcome absent and no step', () => {
  expect(decideReceipts([receipt('read', undefined)])).toEqual({ outcomes: ['absent'], steps: [] });
});

test.each([
  ['sent', null, 'moved'],
  ['delivered', null, 'early'],
  ['delivered', 'sent', 'moved'],
  ['read', 'sent', 'early'],
  ['read', 'delivered', 'moved'],
  ['read', 'read', 'repeated'],
  ['failed', null, 'moved'],
] as const)('%s after the receipt %s, where it may wait: %s', (status, last, outcome) => {
  expect(decideReceipts([receipt(status, sent({ receipt: last }), { mayWait: true })]).outcomes).toEqual([outcome]);
});

test('receipts of one message in one batch follow each other, and the message ends at the furthest', () => {
  const message = sent();
  const waiting = { mayWait: true };
  const { outcomes, steps } = decideReceipts([
    receipt('sent', message, waiting),
    receipt('delivered', message, waiting),
    receipt('delivered', message, waiting),
    receipt('read', message, waiting),
    receipt('failed', message, { error: ERROR }),
  ]);
  expect(outcomes).toEqual(['moved', 'moved', 'repeated', 'moved', 'repeated']);
  expect(steps.map(({ status, isLast }) => [status, isLast])).toEqual([
    ['sent', false],
    ['delivered', false],
    ['delivered', false],
    ['read', true],
  ]);
});

test('a twin of an unconfirmed receipt is unconfirmed as well', () => {
  const message = sent({ status: 'unknown', providerMessageId: null });
  expect(decideReceipts([receipt('sent', message), receipt('sent', message)]).outcomes).toEqual([
    'unconfirmed',
    'unconfirmed',
  ]);
});

test('a failure keeps its reason, and no later receipt has an effect', () => {
  const message = sent();
  const { outcomes, steps } = decideReceipts([receipt('failed', message, { error: ERROR }), receipt('sent', message)]);
  expect(outcomes).toEqual(['moved', 'repeated']);
  expect(steps).toMatchObject([
    { status: 'failed', isLast: true, error: ERROR },
    { status: 'sent', isLast: false },
  ]);
});

/** A receipt of the text after the audio `wamid.1`. */
const ofText = (status: GivenReceipt['item']['status'], message: SentMessage, isPart = false): GivenReceipt => ({
  item: { status, at: AT, error: null, providerMessageId: 'wamid.2', ...(isPart ? { isPart } : {}) },
  message,
  mayWait: false,
});

test('a further part moves its message forward, but cannot fail it', () => {
  const message = sent({ receipt: 'sent' });
  expect(decideReceipts([ofText('delivered', message)]).outcomes).toEqual(['moved']);
  expect(decideReceipts([ofText('failed', message)])).toEqual({ outcomes: ['repeated'], steps: [] });
});

test('the first part fails its message, even after a further part was delivered', () => {
  const delivered = sent({ status: 'delivered', receipt: 'delivered', hasParts: true });
  expect(decideReceipts([receipt('failed', delivered, { error: ERROR })]).outcomes).toEqual(['moved']);
  const message = sent();
  const inOneBatch = decideReceipts([ofText('delivered', message), receipt('failed', message, { error: ERROR })]);
  expect(inOneBatch.outcomes).toEqual(['moved', 'moved']);
  expect(inOneBatch.steps.at(-1)).toMatchObject({ status: 'failed', isLast: true, error: ERROR });
});

test('a further part cannot settle an open send, whose own id it does not have', () => {
  for (const status of ['sending', 'unknown'] as const)
    expect(decideReceipts([ofText('sent', sent({ status, providerMessageId: null }), true)])).toEqual({
      outcomes: ['held'],
      steps: [],
    });
});

test('messages do not affect each other', () => {
  const { outcomes, steps } = decideReceipts([
    receipt('read', sent({ id: '8' })),
    receipt('read', sent({ id: '9', receipt: 'read', status: 'read' })),
  ]);
  expect(outcomes).toEqual(['moved', 'repeated']);
  expect(steps.map(({ messageId, isLast }) => [messageId, isLast])).toEqual([
    ['8', true],
    ['9', false],
  ]);
});
