import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeReadAhead } from './open-media-file.client.ts';

const GENEROUS = { perFileBytes: 1000, allBytes: 1000, withinMs: 60_000 };

async function* source(parts: number, bytes = 100, end?: Error): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part++) yield Buffer.alloc(bytes, part);
  if (end) throw end;
}
async function sizeOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const part of body) size += part.length;
  return size;
}

test('a body that fits is measured and returned unchanged', async () => {
  const { size, body } = await makeReadAhead(GENEROUS)(source(5));
  expect(size).toBe(500);
  const parts: number[] = [];
  for await (const [first] of body) parts.push(first ?? -1);
  expect(parts).toEqual([0, 1, 2, 3, 4]);
});

test('a body that does not fit is returned whole, without a length', async () => {
  const { size, body } = await makeReadAhead(GENEROUS)(source(50));
  expect([size, await sizeOf(body)]).toEqual([null, 5000]);
});

test('a slow body is streamed as it arrives', async () => {
  let goOn = (): void => {};
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(1);
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    yield Buffer.alloc(2);
  }
  const { size, body } = await makeReadAhead({ ...GENEROUS, withinMs: 1 })(slow());
  expect(size).toBeNull();
  const read = sizeOf(body);
  await turn();
  goOn();
  expect(await read).toBe(3);
});

test('a failure during the read-ahead is thrown, and a later failure breaks the body', async () => {
  const reset = new Error('reset');
  await expect(makeReadAhead(GENEROUS)(source(5, 100, reset))).rejects.toBe(reset);
  const { body } = await makeReadAhead(GENEROUS)(source(50, 100, reset));
  await turn();
  await expect(sizeOf(body)).rejects.toBe(reset);
});

test('all bodies together stay within the memory limit, and free their memory when they are read or released', async () => {
  const readAhead = makeReadAhead({ ...GENEROUS, perFileBytes: 1000, allBytes: 500 });
  const unread = await readAhead(source(6));
  expect((await readAhead(source(6))).size).toBeNull();
  unread.release();
  unread.release();
  const again = await readAhead(source(4));
  expect(again.size).toBe(400);
  expect((await readAhead(source(6))).size).toBeNull();
  await sizeOf(again.body);
  again.release();
  await expect(readAhead(source(2, 100, new Error('reset')))).rejects.toThrow('reset');
});

test('a reader that leaves ends the source', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(100);
    } finally {
      isEnded = true;
    }
  }
  const { body } = await makeReadAhead(GENEROUS)(endless());
  for await (const _part of body) break;
  expect(isEnded).toBe(true);
});
