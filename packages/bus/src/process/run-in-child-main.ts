import { z } from 'zod';
import { runInWorker } from './run-in-worker.ts';

// The process that run-in-child.ts starts. Its main thread runs no untrusted work: it watches the thread that does.

const Job = z.object({
  program: z.string(),
  data: z.unknown(),
  limits: z.object({ timeoutMs: z.number(), heapMb: z.number(), growthBytes: z.number().optional() }),
});

// Without a parent the answer has no reader.
process.once('disconnect', () => process.exit());
process.once('message', (message) => {
  const { program, data, limits } = Job.parse(message);
  const { growthBytes, ...rest } = limits;
  const bounds = growthBytes === undefined ? rest : { ...rest, growthBytes };
  // The parent ends this process when it has the answer; a program that fails ends the process earlier.
  void runInWorker({ program: new URL(program), data, limits: bounds }).then((ran) => process.send?.(ran));
});
