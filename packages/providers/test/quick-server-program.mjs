import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Answers every request at once, and counts the answers in shared memory, for a reader whose event loop is blocked.
const answers = new Int32Array(workerData);
const server = createServer((_request, response) => {
  response.once('finish', () => {
    Atomics.add(answers, 0, 1);
    Atomics.notify(answers, 0);
  });
  response.end('ok');
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
