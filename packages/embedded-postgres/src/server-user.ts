import { execFileSync } from 'node:child_process';
import { accessSync, chownSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How to start PostgreSQL's programs: they refuse to run as root. */
export interface ServerUser {
  /** Builds the command line of a program with its arguments. */
  command(program: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number };
  /** Makes the user the owner of a path. */
  own(path: string): void;
}

interface Account {
  uid: number;
  gid: number;
}

/** The owner of existing data, so that a directory created without root keeps working under root. */
function findAccount(dataDir: string): Account {
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([entry]) => entry === name) ?? [];
    if (uid !== undefined && gid !== undefined && uid !== '0') return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres or nobody: start Parley as another user, or set DATABASE_URL.',
  );
}

/** Whether every user may enter every folder above the path. */
function isReachable(path: string): boolean {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}

function hasSetpriv(): boolean {
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * The user that runs the server: the current one, or under root an unprivileged one. When that user cannot reach the
 * programs or the data (a clone below /root), `setpriv` grants it only the right to traverse folders.
 */
export function findServerUser(dataDir: string, program: string): ServerUser {
  if (process.getuid?.() !== 0) return { command: (file, args) => ({ file, args }), own: () => {} };
  const { uid, gid } = findAccount(dataDir);
  const own = (path: string): void => chownSync(path, uid, gid);
  const paths = [program, dataDir];
  if (paths.every(isReachable)) return { command: (file, args) => ({ file, args, uid, gid }), own };
  if (!hasSetpriv()) {
    throw new Error(
      `PostgreSQL does not run as root, and other users cannot reach ${paths.join(' or ')}: move Parley out of the private folder, or set DATABASE_URL.`,
    );
  }
  const rights = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ];
  return { command: (file, args) => ({ file: 'setpriv', args: [...rights, file, ...args] }), own };
}

/** Throws a clear error when the directory cannot be written. */
export function assertWritable(directory: string): void {
  try {
    accessSync(directory, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `${directory} cannot be written by this user: give this user the right to, or set PARLEY_DATA_DIR to a folder that it may write.`,
      { cause },
    );
  }
}
