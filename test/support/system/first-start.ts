import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pollUntil } from '@parley/testing/poll-until';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY_WITHIN_MS = 110_000;
const END_WITHIN_MS = 60_000;

/** A run of Parley, and its output. */
export interface FirstStart {
  output(): string;
  /** Waits until the output contains the text. */
  says(text: string): Promise<void>;
  /** Waits for the process to end; returns the exit code. */
  ended(): Promise<number | null>;
  /** Sends SIGINT, as Ctrl-C does, or another signal; returns the exit code. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
}

/** The built one-machine form, as `npm start` runs it, and the cluster of few processes. */
const PROGRAMS = { oneMachine: ['main.js'], cluster: ['cluster.js', '--together'] };

/**
 * Starts a form of the product; tests choose ports and the data directory. With `terminal` its output is a terminal.
 */
export function startFirst(
  variables: Record<string, string>,
  form: keyof typeof PROGRAMS = 'oneMachine',
  { cwd = ROOT, terminal = false }: { cwd?: string; terminal?: boolean } = {},
): FirstStart {
  let output = '';
  const [program = '', ...args] = PROGRAMS[form];
  const command = [process.execPath, join(ROOT, 'apps/parley/dist', program), ...args];
  // script(1) gives a program a terminal, and ends with its exit code.
  const [run = '', ...given] = terminal ? ['script', '-qefc', command.join(' '), '/dev/null'] : command;
  const child: ChildProcess = spawn(run, given, {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = async (): Promise<number | null> => {
    await pollUntil(async () => child.exitCode !== null || child.signalCode !== null || null, {
      deadlineMs: END_WITHIN_MS,
      what: () => `the end; it said:\n${output}`,
    });
    return child.exitCode;
  };
  return {
    output: () => output,
    says: async (text) => {
      const what = () => `“${text}”; it said:\n${output}`;
      await pollUntil(async () => output.includes(text) || null, { deadlineMs: READY_WITHIN_MS, what });
    },
    ended,
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return ended();
    },
  };
}

/** Runs lines in one shell; returns their output. */
export async function runShell(script: string, cwd: string): Promise<string> {
  return (await promisify(execFile)('bash', ['-c', script], { cwd })).stdout;
}
