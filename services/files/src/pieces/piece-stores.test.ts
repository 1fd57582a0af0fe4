import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectoryStore } from '@parley/files/pieces/directory-store.client';
import { makeS3Store, type S3Bucket } from '@parley/files/pieces/s3-store.client';
import type { PieceStore } from '@parley/files/pieces/sealed-files.client';
import { Agent } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3Server, signatureOf, startS3Server } from '../../test/s3-server.ts';

// docs/reference/uploads.md#storage
const OWN = { keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG', region: 'eu-central-1', bucket: 'parley-files' };

let directory: string;
let server: S3Server;
let dispatcher: Agent;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-pieces-'));
  server = await startS3Server(OWN);
  dispatcher = new Agent();
});
afterAll(async () => {
  await dispatcher.destroy();
  await server.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  server.failures.splice(0);
  server.refusals.splice(0);
  server.requests.splice(0);
});

const openS3 = (changed: Partial<S3Bucket> = {}, timeoutMs?: number): PieceStore =>
  makeS3Store(
    { ...OWN, url: server.url, ...changed },
    { dispatcher, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
  );

describe.each([
  ['a directory', () => makeDirectoryStore(directory)],
  ['an S3-compatible store', () => openS3()],
] as const)('in %s', (_name, openStore) => {
  const pieces = async (store: PieceStore, folder: string, names: string[]) =>
    (await Promise.allSettled(names.map((name) => store.get(folder, name)))).map(({ status }) => status);

  test('returns a piece byte for byte, and a second put replaces it', async () => {
    const store = openStore();
    const first = randomBytes(524_288 + 60);
    await store.put('1/upl_a', '0', first);
    expect((await store.get('1/upl_a', '0')).equals(first)).toBe(true);
    const second = randomBytes(10);
    await store.put('1/upl_a', '0', second);
    expect((await store.get('1/upl_a', '0')).equals(second)).toBe(true);
  });

  test('a removal deletes every piece of its folder and no other, and may be repeated', async () => {
    const store = openStore();
    const names = [...Array(20).keys()].map(String);
    for (const folder of ['1/upl_b', '1/upl_c', '2/upl_b'])
      for (const name of names) await store.put(folder, name, randomBytes(5));
    await store.remove('1/upl_b', names);
    await store.remove('1/upl_b', names);
    expect(new Set(await pieces(store, '1/upl_b', names))).toEqual(new Set(['rejected']));
    expect(new Set(await pieces(store, '1/upl_c', names))).toEqual(new Set(['fulfilled']));
    expect(new Set(await pieces(store, '2/upl_b', names))).toEqual(new Set(['fulfilled']));
  });

  test('a missing piece is an error, not an empty piece', async () => {
    await expect(openStore().get('1/upl_z', '0')).rejects.toThrow();
  });
});

test('the test’s server computes signatures as documented by Amazon', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
  };
  const by = {
    date: '20130524',
    region: 'us-east-1',
    signedHeaders: Object.keys(headers),
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  expect(signatureOf({ method: 'GET', path: '/test.txt', headers }, by)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test.each([
  ['another secret', { secret: 'x' }, 'SignatureDoesNotMatch'],
  ['another key', { keyId: 'AKIDOTHER' }, 'InvalidAccessKeyId'],
  ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
] as const)(
  'with %s nothing is stored, and the error names the refusal but no secret',
  async (_name, changed, code) => {
    const before = server.objects.size;
    const error: unknown = await openS3(changed)
      .put('1/upl_d', '0', randomBytes(5))
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'service_unavailable', cause: { message: `403 ${code}` } });
    expect(server.objects.size).toBe(before);
    expect(JSON.stringify(error)).not.toContain(OWN.secret);
    // A refusal is not retried.
    expect(server.requests).toHaveLength(1);
  },
);

test('a missing bucket is an error of every call', async () => {
  const store = openS3({ bucket: 'another-bucket' });
  const unavailable = { code: 'service_unavailable' };
  await expect(store.put('1/upl_e', '0', randomBytes(5))).rejects.toMatchObject(unavailable);
  await expect(store.get('1/upl_e', '0')).rejects.toMatchObject(unavailable);
});

test.each([[503], [429], ['cut'], ['silence']] as const)(
  'after %s a call is tried once more, and not for ever',
  async (failure) => {
    const store = openS3({}, failure === 'silence' ? 300 : 20_000);
    server.failures.push(failure);
    const bytes = randomBytes(50);
    await store.put('1/upl_f', '0', bytes);
    expect(server.requests).toHaveLength(2);
    expect((await store.get('1/upl_f', '0')).equals(bytes)).toBe(true);
    server.failures.push(failure, failure);
    await expect(store.put('1/upl_f', '0', randomBytes(5))).rejects.toMatchObject({ code: 'service_unavailable' });
    expect((await store.get('1/upl_f', '0')).equals(bytes)).toBe(true);
  },
);

test('an answer larger than a piece is not read to its end', async () => {
  server.objects.set(`/${OWN.bucket}/1/upl_g/0`, Buffer.alloc(50_000_000));
  await expect(openS3().get('1/upl_g', '0')).rejects.toMatchObject({ code: 'service_unavailable' });
});
