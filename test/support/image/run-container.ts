import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { pollUntil } from '@parley/testing/poll-until';
import { placeIn } from './build-image.ts';
import type { ImageSettings } from './parse-dockerfile.ts';

const READY_WITHIN_MS = 110_000;
const END_WITHIN_MS = 60_000;

interface Image {
  /** The folder of the last stage. */
  root: string;
  settings: ImageSettings;
  /** The program that the base image has as `node`. */
  node: string;
}

/** A started image. */
export interface Container {
  output(): string;
  says(text: string): Promise<void>;
  /** Runs a command beside it, as `docker exec` does; returns its output. */
  exec(program: string, ...args: string[]): Promise<string>;
  /** Sends the image's signal, as `docker stop` does; returns the exit code. */
  stop(): Promise<number | null>;
}

/** The image's user, where this process may become it. */
function userOf({ user }: ImageSettings): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = user.split(':').map(Number);
  return { uid, gid };
}

/** The environment of a container: the image's and the given one, and nothing of this machine, not even HOME. */
function environmentOf({ root, settings, node }: Image, variables: Record<string, string>): Record<string, string> {
  const path = `${dirname(node)}:/usr/local/bin:/usr/bin:/bin`;
  const own = Object.entries(settings.environment).map(([name, value]) => [
    name,
    placeIn(root, value).replace('$PATH', path),
  ]);
  return { ...Object.fromEntries(own), ...variables };
}

/** Runs one command of the image to its end; returns its exit code and what it said. */
export async function runInImage(
  image: Image,
  words: readonly string[],
  variables: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const { root, settings } = image;
  const [program = '', ...args] = words;
  const options = { cwd: root + settings.workdir, env: environmentOf(image, variables), ...userOf(settings) };
  try {
    const { stdout, stderr } = await promisify(execFile)(placeIn(root, program), args, options);
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    // safe: the error of a process that ended
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

/** Starts the image by its entry point and its command, as its user. */
export function startContainer(image: Image, variables: Record<string, string>): Container {
  const { root, settings } = image;
  const [program = '', ...args] = settings.entrypoint;
  const child: ChildProcess = spawn(placeIn(root, program), [...args, ...settings.command], {
    cwd: root + settings.workdir,
    env: environmentOf(image, variables),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...userOf(settings),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    output: () => output,
    async says(text) {
      const said = async (): Promise<true | null> => {
        if (hasEnded())
          throw new Error(`The container ended with ${child.exitCode ?? child.signalCode}; it said:\n${output}`);
        return output.includes(text) || null;
      };
      await pollUntil(said, { deadlineMs: READY_WITHIN_MS, what: () => `“${text}”; it said:\n${output}` });
    },
    async exec(name, ...given) {
      const { code, said } = await runInImage(image, [name, ...given], variables);
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`);
      return said;
    },
    async stop() {
      child.kill(settings.stopSignal as NodeJS.Signals); // safe: the name of a signal
      await pollUntil(async () => hasEnded() || null, {
        deadlineMs: END_WITHIN_MS,
        what: () => `the end of the container; it said:\n${output}`,
      });
      return child.exitCode;
    },
  };
}
