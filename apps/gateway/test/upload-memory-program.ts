import { connect, type Socket } from 'node:net';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import {
  addKeyUploadPiece,
  beginKeyUpload,
  dropKeyUpload,
  finishKeyUpload,
} from '@parley/common/contracts/internal/key-uploads';
import { subjectOf } from '@parley/common/define-contract';
import { parseEnvironment } from '@parley/runtime/environment';
import { measureHeldBytes } from '@parley/testing/measure/collect-garbage';
import { pollUntil } from '@parley/testing/poll-until';
import { silentLogger } from '@parley/testing/silent-logger';
import { startGateway } from '../src/start-gateway.ts';
import { makeKey } from './open-gateway.ts';

/** A gateway and its clients: writes the bytes that it holds while they upload as JSON to stdout. */
const MB = 1024 * 1024;
const FILE_BYTES = 100 * MB;
const IDLE_WRITERS = 20;
const MEASURE_EVERY_BYTES = 20 * MB;
const ID = `upl_${'0'.repeat(26)}`;

let taken = 0;
let isStopped = false;
const held: number[] = [];
let nextAt = 1;

const carrier = makeInProcessCarrier();
const answer = (contract: Parameters<typeof subjectOf>[0], output: () => unknown): void => {
  carrier.serve(subjectOf(contract), contract.service, async () => JSON.stringify({ ok: true, output: output() }));
};
answer(authenticate, () => ({ key: makeKey() }));
answer(beginKeyUpload, () => ({ uploadId: ID, maxBytes: FILE_BYTES }));
answer(dropKeyUpload, () => ({}));
answer(finishKeyUpload, () => ({
  ...{ ok: true, uploadId: ID, name: 'a.mp4', type: 'video', mimeType: 'video/mp4' },
  ...{ size: FILE_BYTES, expiresAt: '2026-03-08T10:00:00.000Z' },
}));
carrier.serve(subjectOf(addKeyUploadPiece), 'files', async () => {
  // A service that does not answer: the gateway takes no more.
  if (isStopped) await new Promise(() => {});
  taken += MB / 2;
  if (taken >= nextAt) {
    held.push(measureHeldBytes());
    nextAt += MEASURE_EVERY_BYTES;
  }
  return JSON.stringify({ ok: true, output: {} });
});
const environment = parseEnvironment({ PARLEY_PORT: '0' });
const gateway = await startGateway({ environment, carrier, logger: silentLogger, siteDirectory: '' });

const PART = Buffer.alloc(MB / 4, 1);
let written = 0;
/** Uploads a file as the system takes it. */
function upload(): { socket: Socket; ended: Promise<void> } {
  const socket = connect(gateway.port, '127.0.0.1').resume();
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.write(
    `POST /demo/api/messaging/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pk_demo\r\nContent-Length: ${FILE_BYTES}\r\n\r\n`,
  );
  let left = FILE_BYTES;
  const more = (): void => {
    while (left > 0) {
      left -= PART.length;
      written += PART.length;
      if (!socket.write(PART)) return void socket.once('drain', more);
    }
  };
  more();
  return { socket, ended };
}

await upload().ended;
const whole = [...held];
const before = measureHeldBytes();
isStopped = true;
written = 0;
const uploads = Array.from({ length: IDLE_WRITERS }, upload);
let [last, still] = [-1, 0];
// The operating system takes some megabytes of each before the clients have to wait.
await pollUntil(
  () => {
    still = written === last && written > IDLE_WRITERS * MB ? still + 1 : 0;
    last = written;
    return still > 10 ? true : null;
  },
  { what: () => `the uploads to stand still at ${written} bytes` },
);
const idle = [before, measureHeldBytes()];
for (const { socket } of uploads) socket.destroy();
process.stdout.write(JSON.stringify({ fileBytes: FILE_BYTES, idleWriters: IDLE_WRITERS, whole, idle }), () =>
  process.exit(0),
);
