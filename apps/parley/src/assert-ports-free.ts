import { createServer } from 'node:net';
import type { Environment } from '@parley/runtime/environment';

const PORTS = ['PARLEY_PORT', 'PARLEY_SECOND_GATEWAY_PORT', 'PARLEY_SANDBOX_PORT', 'PARLEY_METRICS_PORT'] as const;
type PortVariable = (typeof PORTS)[number];

/** Throws for a port that cannot be used, in a sentence that names its variable. */
async function assertFree(variable: PortVariable, host: string, port: number): Promise<void> {
  const server = createServer();
  const refusal = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
  if (refusal === null) return;
  if (refusal.code === 'EADDRINUSE')
    throw new Error(`Port ${port} is taken by another program: end that program, or set ${variable} to a free port.`);
  if (refusal.code === 'EACCES')
    throw new Error(`This user may not listen on port ${port}: set ${variable} to a port above 1023.`);
  throw new Error(`${host} is no address of this machine (${refusal.code}): set PARLEY_HOST to one that is.`);
}

/**
 * Throws for the first port that is taken. It runs before anything is started: a second start on one data directory
 * would otherwise take over the database of the first, and stop it.
 */
export async function assertPortsFree(
  environment: Pick<Environment, PortVariable | 'PARLEY_HOST' | 'PARLEY_SANDBOX_HOST'>,
  { sandbox }: { sandbox: boolean },
): Promise<void> {
  for (const variable of PORTS) {
    const port = environment[variable];
    if (port === undefined || (variable === 'PARLEY_SANDBOX_PORT' && !sandbox)) continue;
    const host = variable === 'PARLEY_SANDBOX_PORT' ? environment.PARLEY_SANDBOX_HOST : environment.PARLEY_HOST;
    await assertFree(variable, host, port);
  }
}
