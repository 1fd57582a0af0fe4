import { isPartName } from '@parley/parley/load-part';
import { z } from 'zod';
import type { Manifest } from './render-kustomize.ts';

const Labels = z.record(z.string(), z.string());
const Probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.union([z.string(), z.number()]) }) });
const Reference = z.object({ name: z.string(), key: z.string().optional(), optional: z.boolean().default(false) });
const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z
    .array(
      z.object({
        name: z.string(),
        value: z.string().optional(),
        valueFrom: z.object({ secretKeyRef: Reference }).optional(),
      }),
    )
    .default([]),
  envFrom: z.array(z.object({ configMapRef: Reference.optional(), secretRef: Reference.optional() })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }).optional(),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  resources: z.object({ requests: Labels, limits: Labels }),
  securityContext: z.unknown(),
});
const PodSpec = z.looseObject({
  automountServiceAccountToken: z.boolean().optional(),
  terminationGracePeriodSeconds: z.int().default(30),
  securityContext: z.looseObject({ runAsNonRoot: z.boolean().optional(), seccompProfile: z.unknown() }),
  containers: z.tuple([Container]),
});
const Workload = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.int().optional(),
    selector: z.object({ matchLabels: Labels }).optional(),
    template: z.object({ metadata: z.object({ labels: Labels }), spec: PodSpec }),
  }),
});

/** The pods of a workload, as the checks read them. */
export interface Pods {
  kind: string;
  name: string;
  /** Undefined where an autoscaler sets them. */
  replicas: number | undefined;
  selector: Record<string, string> | undefined;
  labels: Record<string, string>;
  pod: z.infer<typeof PodSpec>;
  container: z.infer<typeof Container>;
}

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'Job']);

/** The pods of all workloads; each has one container. */
export const readPods = (objects: readonly Manifest[]): Pods[] =>
  objects
    .filter(({ kind }) => WORKLOADS.has(kind))
    .map((object) => {
      const { kind, metadata, spec } = Workload.parse(object);
      const { template, replicas, selector } = spec;
      return {
        kind,
        name: metadata.name,
        replicas,
        selector: selector?.matchLabels,
        labels: template.metadata.labels,
        pod: template.spec,
        container: template.spec.containers[0],
      };
    });

/** The services that a process runs: those of `--services`, else the one that its command names. */
export function servicesOf({ container: { args } }: Pods): string[] {
  const at = args.indexOf('--services');
  if (at >= 0) return (args[at + 1] ?? '').split(',');
  return args.slice(0, 1).filter(isPartName);
}
