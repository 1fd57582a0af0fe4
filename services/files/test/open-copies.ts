import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenMediaInput } from '@parley/common/contracts/internal/open-media';
import type { FilesService } from '@parley/files/service';
import { makeMediaAddress } from '@parley/messaging/messages/media-address';
import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import type { z } from 'zod';
import { type OpenInbound, openInbound } from '../../inbound/test/open-inbound.ts';
import { NUMBER } from '../../inbound/test/seed-database.ts';
import { bodyOf, changeOf, changeValue, contactOf, textMessage } from '../../inbound/test/wa-bodies.ts';
import { findNewFiles } from '../src/copies/find-new-files.steps.ts';
import { keepFile } from '../src/copies/keep-file.steps.ts';
import { makeKeepFiles } from '../src/copies/keep-files.ts';
import { type KeptClaim, LEASE_MS } from '../src/copies/kept-file.rules.ts';
import { claimFiles } from '../src/copies/kept-file.store.ts';
import { makeSweepCopies } from '../src/copies/sweep-copies.ts';
import { openMedia } from '../src/media/open-media.ts';
import { bytesOf, type FileChanges, filesIn, openFiles } from './open-files.ts';
import { s3Variables, startS3Server } from './s3-server.ts';

export const STORES = ['a directory', 'an S3-compatible store'] as const;
type Store = (typeof STORES)[number];

/** Bytes of a full piece. */
export const PIECE = 512 * 1024;
export const never = (): AbortSignal => new AbortController().signal;
export const after = (ms: number): Date => new Date(Date.now() + ms);

/** A platform whose files are at their own addresses. */
async function startPlatform() {
  const files = new Map<string, { bytes: Buffer; type: string; status: number }>();
  /** Paths of all requests. */
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const file = files.get(path);
    if (file?.status !== 200) return response.writeHead(file?.status ?? 404).end();
    return response.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length }).end(file.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: listening on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    files,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const OWN = { keyId: 'AKIDCOPIES', secret: 'copies-secret', region: 'eu-central-1', bucket: 'copies' };

interface StoreKit {
  variables: Record<string, string>;
  /** Paths of the stored pieces. */
  list(): Promise<string[]>;
  /** Status codes of the next answers. */
  failNext: ((...failures: number[]) => void) | null;
  close(): Promise<void>;
}

async function openStore(kind: Store): Promise<StoreKit> {
  if (kind === 'a directory') {
    const directory = await mkdtemp(join(tmpdir(), 'parley-copies-'));
    return {
      variables: { PARLEY_UPLOAD_DIR: directory },
      list: () => filesIn(directory),
      failNext: null,
      close: () => rm(directory, { recursive: true }),
    };
  }
  const server = await startS3Server(OWN);
  return {
    variables: s3Variables(server.url, OWN),
    list: async () => [...server.objects.keys()],
    failNext: (...failures: number[]) => void server.failures.push(...failures),
    close: () => server.close(),
  };
}

/** The client of a process that is killed before it records a copy, and cannot release its claim. */
function diesAtFinish({ database }: FilesService) {
  return new Proxy(database.prisma, {
    get(client, member, receiver) {
      if (member !== 'keptFile') return Reflect.get(client, member, receiver);
      return { updateMany: () => Promise.reject(new Error('killed')) };
    },
  });
}

/** The claim of the only file that is due. */
async function claimOne(service: FilesService, holder: string): Promise<KeptClaim> {
  const now = new Date();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const [claim] = await claimFiles(service.database, { now, after: 0, busy: [], limit: 1, holder, leaseUntil });
  if (!claim) throw new Error('Nothing is due.');
  return claim;
}

/** services/inbound and inbox run; the verbs of services/files are called by the test. */
export async function openCopies(kind: Store) {
  const [platform, store] = await Promise.all([startPlatform(), openStore(kind)]);
  const variables = { ...store.variables, PARLEY_EGRESS_ALLOW: '127.0.0.1/32', PARLEY_MEDIA_KEEP_DAYS: '90' };
  const inbound: OpenInbound = await openInbound({ variables, hasFiles: false });
  let count = 0;

  const address = makeMediaAddress('https://parley.example', inbound.cipher);

  /** As time passes: all watermarks and writes are settled, and removed copies are gone. */
  async function sweepAll(service: FilesService, at = after(3_600_000)): Promise<void> {
    const later = { ...service, now: () => at };
    await findNewFiles(later);
    const sweep = makeSweepCopies(later);
    while (await sweep());
  }

  return {
    inbound,
    platform,
    store,
    open: (changes?: FileChanges): FilesService => openFiles(inbound, changes),
    /** A received file of this many bytes; its id, its path at the platform and its bytes. */
    async receive(size: number, { type = 'image/png', number = NUMBER, from = '15551234567' } = {}) {
      const nth = ++count;
      const path = `/file-${nth}`;
      const bytes = randomBytes(size);
      platform.files.set(path, { bytes, type, status: 200 });
      const document = { id: `media-${nth}`, filename: `${nth}.bin` };
      const message = textMessage(from, '', { type: 'document', document });
      const value = changeValue({ contacts: [contactOf(from, 'Ann')], messages: [message] }, number);
      await inbound.receiveMeta(bodyOf(changeOf(value)));
      const [row] = await inbound.rows<{ id: string }>(
        `UPDATE attachments SET provider_media_id = NULL, source_url = $1 WHERE provider_media_id = $2 RETURNING id`,
        `${platform.url}${path}`,
        `media-${nth}`,
      );
      if (!row) throw new Error('The message has no attachment.');
      return { id: row.id, path, bytes };
    },
    /** Finds new files and copies everything that is due; resolves when nothing is running. */
    async keepAll(service: FilesService): Promise<void> {
      await findNewFiles(service);
      const copies = makeKeepFiles(service);
      const due = `SELECT 1 FROM kept_files WHERE state = 'waiting' AND (holder IS NOT NULL OR due_at <= $1)`;
      await pollUntil(
        async () => {
          while (await copies.run());
          return (await inbound.rows(due, service.now())).length === 0 ? true : null;
        },
        { what: () => 'all due files to be copied' },
      );
      await copies.close();
    },
    sweepAll,
    /** Leaves no copy and no new file, and forgets the platform's requests. */
    async removeAll(): Promise<void> {
      await inbound.rows(`UPDATE kept_files SET state = 'removing'`);
      await sweepAll(openFiles(inbound));
      await inbound.rows('UPDATE kept_files_progress SET read_until = (SELECT coalesce(max(id), 0) FROM messages)');
      platform.asked.length = 0;
    },
    claimOne,
    /** Copies the file that is due in a process that dies after the last piece, before it records the copy. */
    async dieAtFinish(service: FilesService): Promise<void> {
      const dying = { ...service, database: { ...service.database, prisma: diesAtFinish(service) } };
      await expect(keepFile(dying, await claimOne(service, 'clm_dead'), never())).rejects.toThrow('killed');
    },
    rows: () =>
      inbound.rows<{ id: string; state: string; attempts: number; pieces: number }>(
        'SELECT attachment_id AS id, state, attempts, pieces FROM kept_files ORDER BY message_id',
      ),
    async read(service: FilesService, id: string, range?: z.input<typeof OpenMediaInput>['range']) {
      const signed = new URL(address.of(id, service.now()));
      const { head, body } = await openMedia(service, {
        attachmentId: id,
        expires: signed.searchParams.get('expires') ?? '',
        signature: signed.searchParams.get('signature') ?? '',
        ...(range ? { range } : {}),
      });
      return { head, bytes: await bytesOf(body) };
    },
    async close() {
      await inbound.close();
      await Promise.all([platform.close(), store.close()]);
    },
  };
}

export type Copies = Awaited<ReturnType<typeof openCopies>>;
