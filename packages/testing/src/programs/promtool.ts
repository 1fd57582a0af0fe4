import { ensureProgram } from './ensure-program.ts';

/** Ensures that `promtool` is available: on the PATH, or installed from Debian's packages when root. */
export const ensurePromtool = (): Promise<string> =>
  ensureProgram({ name: 'promtool', checks: [['promtool', '--version']], packages: ['prometheus'] });
