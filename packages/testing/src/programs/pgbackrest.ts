import { ensureProgram } from './ensure-program.ts';

/** Ensures that `pgbackrest` is available: on the PATH, or installed from Debian's packages when root. */
export const ensurePgBackRest = (): Promise<string> =>
  ensureProgram({ name: 'pgbackrest', checks: [['pgbackrest', 'version']], packages: ['pgbackrest'] });
