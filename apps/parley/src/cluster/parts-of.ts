import { PART_NAMES, type PartName } from '../load-part.ts';
import type { Part } from './start-processes.ts';

/** Services that share a process with `--together`, as in docker-compose.yml (docs/operations/parts.md). */
export const TOGETHER: Readonly<Record<string, readonly PartName[]>> = {
  quick: ['send', 'inbound', 'webhook-delivery'],
  background: ['accounts', 'inbox', 'files', 'channel-connect', 'comments', 'notifications', 'bots'],
  devices: ['pairing'],
};
const REPLICAS = [1, 2];
/** People can wait for a restart of these; one process saves memory. */
const ONCE: readonly string[] = ['inbox', 'files'];

type Program = Pick<Part, 'name' | 'program' | 'args' | 'runs'>;

const eachApart = (): Program[] =>
  PART_NAMES.flatMap((service) =>
    (ONCE.includes(service) ? [1] : REPLICAS).map((replica) => ({
      name: `${service}-${replica}`,
      program: `services/${service}/dist/main.js`,
      runs: [service],
    })),
  );

const kindsTogether = (): Program[] =>
  Object.entries(TOGETHER).flatMap(([kind, services]) =>
    REPLICAS.map((replica) => ({
      name: `${kind}-${replica}`,
      program: 'apps/parley/dist/part.js',
      args: ['--name', kind, '--services', services.join(',')],
      runs: services,
    })),
  );

interface Wanted {
  sandbox: boolean;
  /** Services of one kind share a process. */
  together: boolean;
  /** The address of NATS for a kind of process. */
  natsUrlOf(kind: string): string;
  metricsPort: number | undefined;
  healthPort: number | undefined;
}

/**
 * The processes of the cluster form, with the variables that they share: two gateways, two of every service except those
 * that run once (or two of each kind of process), and the sandbox (docs/reference/installation.md#commands).
 */
export function partsOf(
  shared: Record<string, string>,
  ports: readonly number[],
  { sandbox, together, natsUrlOf, metricsPort, healthPort }: Wanted,
): Part[] {
  const ownMetrics = (index: number): Record<string, string> =>
    metricsPort === undefined ? {} : { PARLEY_METRICS_PORT: String(metricsPort + index) };
  // Processes of one machine cannot share a port: each gets the next one.
  const ownHealth = (index: number): Record<string, string> =>
    healthPort === undefined ? {} : { PARLEY_HEALTH_PORT: String(healthPort + index) };
  const gateways = REPLICAS.map(
    (replica, index): Part => ({
      name: `gateway-${replica}`,
      program: 'apps/gateway/dist/main.js',
      runs: ['gateway'],
      environment: {
        ...shared,
        NATS_URL: natsUrlOf('gateway'),
        PARLEY_PORT: String(ports[index]),
        ...ownMetrics(index),
      },
    }),
  );
  const services = (together ? kindsTogether() : eachApart()).map(
    (program, index): Part => ({
      ...program,
      environment: { ...shared, NATS_URL: natsUrlOf(program.name.replace(/-\d+$/, '')), ...ownHealth(index) },
    }),
  );
  // Meta's webhooks go to the first gateway, as they would to a load balancer.
  const provider = { ...shared, PARLEY_SANDBOX: 'true', PARLEY_PUBLIC_URL: `http://127.0.0.1:${ports[0]}` };
  const sandboxPart: Part = {
    name: 'sandbox',
    program: 'apps/sandbox/dist/main.js',
    runs: ['sandbox'],
    environment: provider,
  };
  return [...(sandbox ? [sandboxPart] : []), ...services, ...gateways];
}
