import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service, ServiceAccount } from 'kubernetes-models/v1';
import { findUnknownFields } from './find-unknown-fields.ts';
import type { Manifest } from './render-kustomize.ts';

/** The kinds of objects in deploy/kubernetes, with the validators that their package compiled from Kubernetes' schemas. */
const MODELS = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
  StatefulSet,
];

/** Problems of an object against the schema of its kind, unknown fields included. */
export function validateManifest(object: Manifest): string[] {
  const { apiVersion, kind } = object;
  const model = MODELS.find((one) => one.apiVersion === apiVersion && one.kind === kind);
  if (!model) return [`${apiVersion} ${kind} is no kind that is used here`];
  const validate = (watched: unknown): void => model.prototype.validate.call(watched);
  try {
    return findUnknownFields(object, validate).map((path) => `${path} is no field of a ${kind}`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
