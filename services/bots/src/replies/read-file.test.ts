import { randomBytes } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { OpenMediaInput } from '@parley/common/contracts/internal/open-media';
import { AppError } from '@parley/common/errors';
import { makeCipher } from '@parley/database/encryption';
import { makeMediaAddress } from '@parley/messaging/messages/media-address';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { START } from '../../test/open-bots.ts';
import { readFile } from './read-file.client.ts';

const mediaAddress = makeMediaAddress('https://parley.example', makeCipher(`k1:${randomBytes(32).toString('base64')}`));

/** A media door that delivers these parts, or fails. */
function openDoor({ size, parts = [], error }: { size: number | null; parts?: Buffer[]; error?: Error }) {
  const door = { asked: [] as z.infer<typeof OpenMediaInput>[], read: 0, isCancelled: false };
  async function* body() {
    for (const part of parts) {
      door.read++;
      yield part;
    }
    if (error) throw error;
  }
  // safe: files are read by one contract
  const stream = (async (_contract: unknown, input: z.infer<typeof OpenMediaInput>) => {
    door.asked.push(input);
    if (error && parts.length === 0) throw error;
    const cancel = () => {
      door.isCancelled = true;
    };
    return { head: { mimeType: 'image/png', filename: null, size }, body: body(), cancel };
  }) as unknown as BusClient['stream'];
  const address = mediaAddress.of('att_1', START);
  return {
    door,
    read: (signal = new AbortController().signal) => readFile({ stream }, address, 'att_1', { maxBytes: 10, signal }),
  };
}

it('reads a file whole, by an address that the door takes', async () => {
  const { door, read } = openDoor({ size: null, parts: [Buffer.from('12345'), Buffer.from('67890')] });
  expect(await read()).toEqual({ bytes: Buffer.from('1234567890'), mimeType: 'image/png' });
  const [{ attachmentId, expires, signature } = { attachmentId: '', expires: '', signature: '' }] = door.asked;
  expect(mediaAddress.check(attachmentId, expires, signature, START)).toBe(true);
  expect(attachmentId).toBe('att_1');
});

it('reads nothing of a file that declares a size above the limit', async () => {
  const { door, read } = openDoor({ size: 11, parts: [Buffer.from('1')] });
  expect(await read()).toBeNull();
  expect(door).toMatchObject({ isCancelled: true, read: 0 });
});

it('stops reading at the limit, whatever size was declared', async () => {
  const { door, read } = openDoor({ size: 3, parts: Array.from({ length: 100 }, () => Buffer.from('12345')) });
  expect(await read()).toBeNull();
  expect(door.read).toBe(3);
});

it('stops reading once the reply is aborted', async () => {
  const { door, read } = openDoor({ size: null, parts: [Buffer.from('1'), Buffer.from('2')] });
  expect(await read(AbortSignal.abort())).toBeNull();
  expect(door.read).toBe(1);
});

it('returns no file when it is gone or its source breaks off', async () => {
  expect(await openDoor({ size: null, error: new AppError('media_gone') }).read()).toBeNull();
  const broken = openDoor({ size: null, parts: [Buffer.from('1')], error: new AppError('service_unavailable') });
  expect(await broken.read()).toBeNull();
});
