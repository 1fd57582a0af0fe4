import { type ChildProcess, spawn } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type SecretReader, withoutForeignSecrets } from '@parley/runtime/environment/secret-groups';
import { YOUNG_GENERATION } from '../young-generation.ts';

/** The processes that every message passes through. */
const BUSY = /^(gateway|quick|send|inbound|webhook-delivery)-/;

/** One process of the cluster. */
export interface Part {
  name: string;
  /** Path of its program below the repository. */
  program: string;
  args?: readonly string[];
  environment: Record<string, string>;
  /** The services that run in the process: it gets no secret of others. */
  runs: readonly SecretReader[];
}

export type ProcessGroup = ReturnType<typeof startProcesses>;

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const RESTART_WAIT_MS = 500;
const STOP_WITHIN_MS = 35_000;

const flagOf = ({ name }: Part): string => YOUNG_GENERATION[BUSY.test(name) ? 'busy' : 'others'];

/** Starts processes and restarts those that die, as a supervisor on each machine would. */
export function startProcesses(parts: readonly Part[], listFile: string, report: (line: string) => void) {
  const running = new Map<string, ChildProcess>();
  let stopping = false;
  let writing: Promise<void> = Promise.resolve();

  /** Names and process ids, for people and tests. */
  const list = (): void => {
    writing = writing
      .then(async () => {
        // The current processes: the first list has every process, because all are launched before anything is written.
        const lines = [...running].map(([name, child]) => ({ name, pid: child.pid }));
        await writeFile(`${listFile}.new`, JSON.stringify(lines));
        await rename(`${listFile}.new`, listFile);
      })
      .catch((error: unknown) => report(`The list of processes could not be written: ${error}`));
  };

  function launch(part: Part): void {
    const child = spawn(process.execPath, [flagOf(part), `${ROOT}${part.program}`, ...(part.args ?? [])], {
      cwd: ROOT,
      env: withoutForeignSecrets({ ...process.env, ...part.environment }, part.runs),
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    running.set(part.name, child);
    list();
    child.once('exit', (code, signal) => {
      running.delete(part.name);
      if (stopping) return;
      report(`${part.name} ended (${signal ?? code}); it is started again.`);
      setTimeout(() => {
        if (!stopping) launch(part);
      }, RESTART_WAIT_MS);
    });
  }

  const end = (child: ChildProcess): Promise<void> =>
    new Promise((resolve) => {
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      child.once('exit', () => {
        clearTimeout(force);
        resolve();
      });
      child.kill('SIGTERM');
    });

  for (const part of parts) launch(part);
  return {
    /** Ends every process in the reverse order of starting; each drains. */
    async stop() {
      stopping = true;
      const children = [...running].reverse();
      const gateways = children.filter(([name]) => name.startsWith('gateway'));
      // Gateways stop first, so that no request arrives while the services drain.
      await Promise.all(gateways.map(([, child]) => end(child)));
      await Promise.all(children.filter(([name]) => !name.startsWith('gateway')).map(([, child]) => end(child)));
      await writing;
    },
  };
}
