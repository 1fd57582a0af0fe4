import { SECRET_GROUPS } from '@parley/runtime/environment/secret-groups';
import { z } from 'zod';
import { type Pods, readPods, servicesOf } from './read-pods.ts';
import type { Manifest } from './render-kustomize.ts';

/** Facts of the code that manifests repeat. */
export interface CodeFacts {
  /** Names of environment variables. */
  variables: ReadonlySet<string>;
  /** Commands of the image, such as `gateway`. */
  commands: ReadonlySet<string>;
  services: readonly string[];
  /** Seconds after SIGTERM within which a process ends without SIGKILL. */
  stopSeconds: number;
}

const LOCKED = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
const SECRET = /SECRET|TOKEN|PASSWORD|KEYS?$|DATABASE_URL|SMTP_URL/;
const HEALTH = { startupProbe: '/healthz', readinessProbe: '/readyz', livenessProbe: '/healthz' } as const;

const Scaler = z.object({ spec: z.looseObject({ scaleTargetRef: z.object({ name: z.string() }) }) });
const Selecting = z.object({
  spec: z.looseObject({ selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) }),
});
const SettingsMap = z.object({ data: z.record(z.string(), z.string()) });
const ServicePorts = z.object({
  spec: z.looseObject({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.object({ name: z.string(), port: z.int(), targetPort: z.string().optional() })),
  }),
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const selects = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);
const isParley = ({ labels }: Pods): boolean => labels['app.kubernetes.io/name'] === 'parley';

/** Requirements of every pod: not root, locked, bounded, without a token of the API of Kubernetes. */
function findOpenPods({ name, pod, container }: Pods): string[] {
  const problems: [isOne: boolean, problem: string][] = [
    [pod.automountServiceAccountToken !== false, 'has a token of the API'],
    [pod.securityContext.runAsNonRoot !== true, 'may run as root'],
    [!isSame(pod.securityContext.seccompProfile, { type: 'RuntimeDefault' }), 'has no seccomp profile'],
    [!isSame(container.securityContext, LOCKED), 'is not locked'],
    [!container.resources.requests.cpu || !container.resources.requests.memory, 'requests no resources'],
    [!container.resources.limits.memory, 'has no memory limit'],
  ];
  return problems.filter(([isOne]) => isOne).map(([, problem]) => `${name} ${problem}`);
}

/** Secrets that a pod gets though none of its services reads them, and those that it needs and does not get. */
function findSecretProblems(pods: Pods): string[] {
  const { name, kind, container } = pods;
  if (kind === 'Job') return [];
  const services = servicesOf(pods);
  const runs: readonly string[] = services.length > 0 ? services : [name];
  const given = container.envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []);
  const read = Object.entries(SECRET_GROUPS)
    .filter(([, { readers }]) => readers.some((reader) => runs.includes(reader)))
    .map(([group]) => `parley-${group}`);
  return [
    ...given
      .filter((secret) => !read.includes(secret))
      .map((secret) => `${name} gets ${secret}, which it does not read`),
    ...read.filter((secret) => !given.includes(secret)).map((secret) => `${name} lacks ${secret}`),
  ];
}

function findCodeProblems({ name, kind, pod, container }: Pods, code: CodeFacts): string[] {
  const {
    command,
    args: [first = ''],
    env,
    ports,
  } = container;
  const problems = code.commands.has(first) ? [] : [`${name}: the image has no command ${first}`];
  // Kubernetes replaces the entry point of the image by it.
  if (command.length > 0) problems.push(`${name} does not start by the entry point of the image`);
  for (const { name: variable, value } of env) {
    if (!code.variables.has(variable)) problems.push(`${name}: nothing reads ${variable}`);
    if (value !== undefined && SECRET.test(variable)) problems.push(`${name}: ${variable} is no reference`);
  }
  for (const [variable, port] of [
    ['PARLEY_PORT', 'http'],
    ['PARLEY_METRICS_PORT', 'metrics'],
    ['PARLEY_HEALTH_PORT', 'health'],
  ]) {
    const value = env.find((one) => one.name === variable)?.value;
    const open = ports.find((one) => one.name === port)?.containerPort;
    if (value !== (open === undefined ? undefined : String(open)))
      problems.push(`${name}: ${variable} is ${value}, the port ${port} ${open}`);
  }
  if (kind === 'Job') return problems;
  for (const [probe, path] of Object.entries(HEALTH)) {
    const asked = container[probe as keyof typeof HEALTH]?.httpGet; // safe: a key of HEALTH
    if (asked?.path !== path || !ports.some((port) => port.name === asked.port))
      problems.push(`${name}: ${probe} is not ${path} on a port of the container`);
  }
  const waits = Number(container.lifecycle?.preStop.exec.command[1] ?? 0);
  if (pod.terminationGracePeriodSeconds < code.stopSeconds + waits)
    problems.push(`${name} is killed before it has ended by itself`);
  return problems;
}

/** Each workload that can have two pods has them, and a budget for their disruption. */
function findSinglePods(objects: readonly Manifest[], pods: readonly Pods[]): string[] {
  const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget').map((one) => Selecting.parse(one).spec);
  const scaled = objects
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .map((one) => Scaler.parse(one).spec.scaleTargetRef.name);
  const running = pods.filter(({ kind }) => kind !== 'Job');
  const lost = scaled.filter((name) => !running.some((one) => one.name === name));
  return [
    ...lost.map((name) => `an autoscaler scales ${name}, which does not exist`),
    ...running.flatMap(({ name, kind, replicas, labels, selector = {} }) => {
      const isScaled = scaled.includes(name);
      const problems: [isOne: boolean, problem: string][] = [
        [!selects(selector, labels), `${name} does not select its own pods`],
        [!budgets.some((one) => isSame(one.selector.matchLabels, selector)), `${name} has no disruption budget`],
        [isScaled && replicas !== undefined, `${name} sets the replicas that its autoscaler sets`],
        [!isScaled && kind === 'Deployment' && (replicas ?? 1) < 2, `${name} has fewer than two pods`],
      ];
      return problems.filter(([isOne]) => isOne).map(([, problem]) => problem);
    }),
  ];
}

/** Names that lead nowhere: settings, ports of services. */
function findLostReferences(objects: readonly Manifest[], pods: readonly Pods[], code: CodeFacts): string[] {
  const named = (wanted: string): Manifest[] => objects.filter(({ kind }) => kind === wanted);
  const settings = named('ConfigMap');
  const problems = pods.flatMap(({ name, container }) =>
    container.envFrom
      .flatMap(({ configMapRef }) => configMapRef?.name ?? [])
      .filter((wanted) => !settings.some(({ metadata }) => metadata.name === wanted))
      .map((wanted) => `${name}: there is no ConfigMap ${wanted}`),
  );
  for (const map of settings.filter(({ metadata }) => metadata.name === 'parley'))
    for (const variable of Object.keys(SettingsMap.parse(map).data)) {
      if (!code.variables.has(variable)) problems.push(`nothing reads the setting ${variable}`);
      if (SECRET.test(variable)) problems.push(`the setting ${variable} is a secret`);
    }
  for (const service of named('Service')) {
    const { selector, ports } = ServicePorts.parse(service).spec;
    const behind = pods.find(({ labels }) => selects(selector, labels));
    for (const { name, port, targetPort } of ports)
      if (!behind?.container.ports.some((one) => (targetPort ? one.name === targetPort : one.containerPort === port)))
        problems.push(`the service ${service.metadata.name} has a port ${name} that its pods do not have`);
  }
  return [...problems, ...named('Secret').map(({ metadata }) => `the secret ${metadata.name} belongs outside`)];
}

/** Problems of rendered manifests: pods that are not locked, and names that the code does not have. */
export function findManifestProblems(objects: readonly Manifest[], code: CodeFacts): string[] {
  const pods = readPods(objects);
  return [
    ...pods.flatMap(findOpenPods),
    ...pods.filter(isParley).flatMap((one) => [...findCodeProblems(one, code), ...findSecretProblems(one)]),
    ...findSinglePods(objects, pods),
    ...findLostReferences(objects, pods, code),
  ];
}
