import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PdfAnswer } from '../domain/pdf-answer.ts';

const TIMEOUT_MS = 30_000;
const HEAP_MB = 192;
const YOUNG_HEAP_MB = 32;
const STACK_MB = 4;
/** What the process may grow by meanwhile: buffers that the reader unpacks into lie outside the thread's heap. */
const GROWTH_BYTES = 384 * 1024 * 1024;
const WATCH_MS = 25;

export interface PdfLimits {
  timeoutMs?: number;
  growthBytes?: number;
  heapMb?: number;
}

const EXTENSION = extname(import.meta.url);
const PROGRAM = new URL(`./pdf-worker${EXTENSION}`, import.meta.url);

/** From sources (`npm run dev`, tests) the thread registers tsx itself: its own flag does so in the main thread alone. */
const loadSources = (): string => {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `--import=data:text/javascript,${encodeURIComponent(`import { register } from ${tsx}; register();`)}`;
};
const FLAGS = EXTENSION === '.ts' ? { execArgv: [loadSources()] } : {};

/**
 * Makes the reader of PDFs. Each file is read in a thread of its own, which is ended at the bounds on time and memory
 * (docs/reference/bots.md#pdf). It never throws for what is in the file.
 */
export function makeReadPdf(limits: PdfLimits = {}): (bytes: Uint8Array) => Promise<PdfAnswer> {
  const { timeoutMs = TIMEOUT_MS, growthBytes = GROWTH_BYTES, heapMb = HEAP_MB } = limits;
  return (bytes) =>
    new Promise((resolve, reject) => {
      const rssBefore = process.memoryUsage.rss();
      const worker = new Worker(PROGRAM, {
        workerData: { bytes },
        resourceLimits: {
          maxOldGenerationSizeMb: heapMb,
          maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
          stackSizeMb: STACK_MB,
        },
        // The tenant's file gets no variables, and nothing that it makes the reader print is ours.
        env: {},
        stdout: true,
        stderr: true,
        ...FLAGS,
      });
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        clearInterval(watch);
        worker.removeAllListeners();
        void worker.terminate().then(settle, reject);
      };
      const answer = (result: PdfAnswer): void => end(() => resolve(result));
      const timer = setTimeout(() => answer({ refusal: 'too_slow' }), timeoutMs);
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - rssBefore > growthBytes) answer({ refusal: 'too_much_memory' });
      }, WATCH_MS);
      worker.once('message', answer);
      worker.once('error', (error: Error & { code?: string }) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') answer({ refusal: 'too_much_memory' });
        else end(() => reject(error));
      });
      worker.once('exit', () => answer({ refusal: 'unreadable' }));
    });
}
