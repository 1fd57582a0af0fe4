import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from './error-code.ts';

/** A running server of a data directory; it has no port yet while it starts. */
export interface RunningServer {
  pid: number;
  port: number | null;
}

/** An empty pid file younger than this is still being written. */
const WRITTEN_WITHIN_MS = 2000;

/** The command line of a process, joined with spaces; empty for no process or a zombie. */
function commandLine(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** The canonical path of a folder, which need not exist yet: a server is identified by it. */
export function canonicalPath(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  return join(canonicalPath(dirname(whole)), basename(whole));
}

/** Whether this process is the PostgreSQL server of the data directory: after a reboot another process may have its pid. */
const isServerOf = (dataDir: string, pid: number): boolean =>
  commandLine(pid).includes(`postgres -D ${canonicalPath(dataDir)} `);

/** The running server of the data directory, regardless of its starter; the pid file of a dead one is removed. */
export async function findRunningServer(dataDir: string): Promise<RunningServer | null> {
  const file = join(dataDir, 'postmaster.pid');
  try {
    const [pid = '', , , port = ''] = (await readFile(file, 'utf8')).split('\n');
    if (pid === '' && Date.now() - (await stat(file)).mtimeMs < WRITTEN_WITHIN_MS) return { pid: 0, port: null };
    if (/^\d+$/.test(pid) && isServerOf(dataDir, Number(pid)))
      return { pid: Number(pid), port: /^\d+$/.test(port) ? Number(port) : null };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  await rm(file, { force: true });
  return null;
}
