import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startProgram } from '@parley/testing/programs/start-program';
import type { OpenDelivery } from './open-delivery.ts';

/** Kills a process and waits for its end. */
export async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The service in separate processes, over this fixture's database. */
export function makeWorkerProcesses(fixture: OpenDelivery, variables: Record<string, string> = {}) {
  const children: ChildProcess[] = [];
  return {
    /** Starts a process and waits until it is ready. */
    async start(): Promise<ChildProcess> {
      const child = startProgram(new URL('worker-process.ts', import.meta.url), {
        env: {
          ...process.env,
          DATABASE_URL: fixture.database.url,
          PARLEY_ENCRYPTION_KEYS: fixture.encryptionKeys,
          PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
          ...variables,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children.push(child);
      await once(child, 'message');
      return child;
    },
    endAll(): void {
      for (const child of children.splice(0)) child.kill('SIGKILL');
    },
  };
}
export type WorkerProcesses = ReturnType<typeof makeWorkerProcesses>;
