import type { LoggedRequest } from '@parley/common/contracts/internal/record-requests';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRequestLog } from './request-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const requestOf = (given: Partial<LoggedRequest> = {}): LoggedRequest => ({
  requestId: 'req_0000000000',
  tenantSlug: 'shop',
  tenantId: 1,
  instanceId: null,
  at: 0,
  action: 'send',
  method: 'POST',
  status: 200,
  code: null,
  durationMs: 1,
  address: '203.0.113.9',
  body: '',
  answer: null,
  ...given,
});

/** A log whose writes block until they are released. */
function openLog() {
  const written: number[] = [];
  const held: { resolve(answer: object): void; reject(error: Error): void }[] = [];
  let dropped = 0;
  const log = makeRequestLog({
    bus: {
      // safe: the log makes one kind of call, and ignores its answer
      call: ((_contract: unknown, { items }: { items: LoggedRequest[] }) => {
        written.push(items.length);
        return new Promise((resolve, reject) => held.push({ resolve, reject }));
      }) as never,
    },
    logger: silentLogger,
    onDropped: (count) => {
      dropped += count;
    },
    requestId: () => 'req_log',
  });
  const note = (count: number, given?: Partial<LoggedRequest>): void => {
    for (let n = 0; n < count; n++) log.note(requestOf(given));
  };
  const settle = async (how: 'resolve' | 'reject'): Promise<void> => {
    if (how === 'resolve') held.shift()?.resolve({});
    else held.shift()?.reject(new Error('away'));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { log, note, settle, written, dropped: () => dropped };
}

test('writes requests together a second after the first, and at once when a batch is full', async () => {
  const { note, written, settle } = openLog();
  note(3);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([3]);
  await settle('resolve');
  note(250);
  expect(written).toEqual([3, 250]);
});

test('does not block requests while the service is down, and counts those that find the queue full', async () => {
  const { note, settle, written, dropped } = openLog();
  note(250);
  note(5000);
  expect(written).toEqual([250]);
  note(7);
  expect(dropped()).toBe(7);
  await settle('reject');
  expect(dropped()).toBe(257);
  expect(written).toEqual([250, 250]);
});

test('limits requests without a key to a small part of the log', async () => {
  const { note, written, dropped } = openLog();
  note(300, { tenantId: null });
  note(2);
  expect(dropped()).toBe(200);
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([102]);
});

test('a flood of requests without a key displaces none that have one while a write is running', async () => {
  const { note, dropped } = openLog();
  note(250);
  note(160);
  note(5000, { tenantId: null });
  expect(dropped()).toBe(4900);
  note(100);
  expect(dropped()).toBe(4900);
  await vi.advanceTimersByTimeAsync(1000);
  note(1, { tenantId: null });
  expect(dropped()).toBe(4900);
});

test('writes requests that were noted after a write has ended', async () => {
  const { log, note, written, settle } = openLog();
  note(250);
  await settle('resolve');
  note(1);
  const closed = log.close();
  expect(written).toEqual([250, 1]);
  await settle('resolve');
  await closed;
});

test('writes queued requests before it closes', async () => {
  const { log, note, written, settle } = openLog();
  note(2);
  const closed = log.close();
  expect(written).toEqual([2]);
  await settle('resolve');
  await closed;
});
