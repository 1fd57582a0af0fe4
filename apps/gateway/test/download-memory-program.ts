import { connect, type Socket } from 'node:net';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { offerStream } from '@parley/bus/carriers/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { subjectOf } from '@parley/common/define-contract';
import { parseEnvironment } from '@parley/runtime/environment';
import { measureHeldBytes } from '@parley/testing/measure/collect-garbage';
import { pollUntil } from '@parley/testing/poll-until';
import { silentLogger } from '@parley/testing/silent-logger';
import { startGateway } from '../src/start-gateway.ts';

/** A gateway and its clients: writes the bytes that it holds while they download as JSON to stdout. */
const MB = 1024 * 1024;
const FILE_BYTES = 100 * MB;
const IDLE_READERS = 20;
const MEASURE_EVERY_BYTES = 20 * MB;

let pulled = 0;
async function* file(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < FILE_BYTES; sent += MB / 2) {
    pulled += MB / 2;
    yield Buffer.alloc(MB / 2, 1);
  }
}

const carrier = makeInProcessCarrier();
carrier.serve(subjectOf(openMedia), 'files', async () => {
  const output = { mimeType: 'video/mp4', filename: null, size: FILE_BYTES, tenantId: 1 };
  return JSON.stringify({ ok: true, output, stream: offerStream(carrier, file()) });
});
const environment = parseEnvironment({ PARLEY_PORT: '0' });
const gateway = await startGateway({ environment, carrier, logger: silentLogger, siteDirectory: '' });

function download(): Socket {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /media/att_1?expires=1&signature=x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return socket;
}

/** Held bytes while one client reads a whole file. */
async function readWhole(): Promise<number[]> {
  const held: number[] = [];
  let read = 0;
  let nextAt = 1;
  for await (const part of download()) {
    read += part.length;
    if (read < nextAt) continue;
    held.push(measureHeldBytes());
    nextAt += MEASURE_EVERY_BYTES;
  }
  return held;
}

/** Held bytes before and after clients have requested a file of which they read nothing. */
async function readNothing(): Promise<number[]> {
  const before = measureHeldBytes();
  pulled = 0;
  const sockets = Array.from({ length: IDLE_READERS }, () => download().pause());
  let [last, still] = [-1, 0];
  // The operating system takes some megabytes of each before the gateway has to wait.
  await pollUntil(
    () => {
      still = pulled === last && pulled > IDLE_READERS * MB ? still + 1 : 0;
      last = pulled;
      return still > 10 ? true : null;
    },
    { what: () => `the downloads to stand still at ${pulled} bytes` },
  );
  const after = measureHeldBytes();
  for (const socket of sockets) socket.destroy();
  return [before, after];
}

const whole = await readWhole();
const idle = await readNothing();
process.stdout.write(JSON.stringify({ fileBytes: FILE_BYTES, idleReaders: IDLE_READERS, whole, idle }));
await gateway.close();
await carrier.close();
