import { ensureProgram } from './ensure-program.ts';

/** Ensures that `caddy` is available: on the PATH, or installed from Debian's packages when root. */
export const ensureCaddy = (): Promise<string> =>
  ensureProgram({ name: 'caddy', checks: [['caddy', 'version']], packages: ['caddy'] });
