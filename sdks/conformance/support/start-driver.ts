import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Language } from './language.ts';

const Answer = z.object({
  id: z.int(),
  ok: z.boolean(),
  result: z.unknown().optional(),
  error: z
    .object({
      kind: z.string(),
      code: z.string().optional(),
      status: z.int().optional(),
      request_id: z.string().nullish(),
      doc_url: z.string().nullish(),
      details: z.array(z.unknown()).optional(),
    })
    .optional(),
});
export type DriverAnswer = z.infer<typeof Answer>;

const Members = z.record(z.string(), z.unknown());
interface Results {
  configure: null;
  call: z.infer<typeof Members>;
  upload: z.infer<typeof Members>;
  items: z.infer<typeof Members>[];
  pull: { events: z.infer<typeof Members>[]; cursor: string | null };
}
const RESULTS: { [Op in keyof Results]: z.ZodType<Results[Op]> } = {
  configure: z.null(),
  call: Members,
  upload: Members,
  items: z.array(Members),
  pull: z.object({ events: z.array(Members), cursor: z.string().nullable(), warnings: z.array(z.string()) }),
};

/** The program of an SDK, running. */
export interface Driver extends AsyncDisposable {
  /** Runs an operation; resolves to its answer, also when that is an error. */
  ask(op: string, request?: object): Promise<DriverAnswer>;
  /** Runs an operation that must succeed; resolves to its result. */
  get<Op extends keyof Results>(op: Op, request?: object): Promise<Results[Op]>;
}

/** Installs an SDK in an empty folder and starts its program. */
export async function startDriver(language: Language): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sdk-'));
  const [command, ...given] = await language.install(folder);
  const child = spawn(command, given, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, { resolve(answer: DriverAnswer): void; reject(error: Error): void }>();
  let serial = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = Answer.parse(JSON.parse(line));
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The program of ${language.name} ended with ${code}.`));
  });
  const ask: Driver['ask'] = (op, request = {}) =>
    new Promise((resolve, reject) => {
      const id = ++serial;
      waiting.set(id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id, op, ...request })}\n`);
    });
  return {
    ask,
    async get(op, request) {
      const answer = await ask(op, request);
      if (!answer.ok) throw new Error(`${op} ${JSON.stringify(request)} failed: ${JSON.stringify(answer.error)}`);
      return RESULTS[op].parse(answer.result);
    },
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
