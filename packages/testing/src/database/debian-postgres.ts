import { readdirSync } from 'node:fs';
import { ensureProgram } from '../programs/ensure-program.ts';

const VERSIONS = '/usr/lib/postgresql';

/**
 * The folder of a PostgreSQL with its tools (`pg_basebackup`, `pg_verifybackup`), which the embedded one does not have:
 * the newest of Debian's, installed when root if there is none.
 */
export async function ensureDebianPostgres(): Promise<string> {
  const needed = ['postgres', 'initdb', 'pg_verifybackup'].map((name) => `test -x ${VERSIONS}/*/bin/${name}`);
  await ensureProgram({
    name: 'a PostgreSQL with its tools',
    checks: [['sh', '-c', needed.join(' && ')]],
    packages: ['postgresql'],
  });
  const [newest = ''] = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
  return `${VERSIONS}/${newest}/bin`;
}
