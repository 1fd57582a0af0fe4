import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

export type Fields = Record<string, unknown>;
/** An object of Kubernetes. */
export type Manifest = z.infer<typeof Manifest>;

const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
const Target = z.strictObject({ kind: z.string(), name: z.string().optional() });
/** The part of a kustomization that deploy/kubernetes uses; anything else is an error. */
const Kustomization = z.strictObject({
  apiVersion: z.enum(['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1']),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  patches: z.array(z.strictObject({ path: z.string(), target: Target.optional() })).default([]),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).default([]),
});

/** Keys by which a strategic merge patch finds the item of a list; a list without one is replaced. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  ports: 'containerPort',
  volumes: 'name',
  volumeMounts: 'mountPath',
};
const WITHOUT_NAMESPACE = new Set(['Namespace']);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The documents of a YAML file; throws for a file that is not valid YAML, or has a key twice. */
export function readYaml(path: string): unknown[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${path}: ${error.message}`);
    return document.toJS();
  });
}

const readManifests = (path: string): Manifest[] => readYaml(path).map((one) => Manifest.parse(one));

function mergeLists(base: unknown[], patch: unknown[], mergeKey: string): unknown[] {
  const keyOf = (item: unknown): unknown => (isFields(item) ? item[mergeKey] : undefined);
  const merged = base.map((item) => {
    const over = patch.find((one) => keyOf(one) === keyOf(item));
    return over === undefined ? item : mergePatch(item, over);
  });
  return [...merged, ...patch.filter((one) => !base.some((item) => keyOf(item) === keyOf(one)))];
}

/** A strategic merge patch. */
function mergePatch(base: unknown, patch: unknown, name = ''): unknown {
  const mergeKey = MERGE_KEYS[name];
  if (Array.isArray(base) && Array.isArray(patch) && mergeKey) return mergeLists(base, patch, mergeKey);
  if (!isFields(base) || !isFields(patch)) return patch;
  const changed = Object.entries(patch).map(([key, value]) => [
    key,
    key in base ? mergePatch(base[key], value, key) : value,
  ]);
  return { ...base, ...Object.fromEntries(changed) };
}

/** Patches what a target selects, or else the object that the patch names. Throws where nothing is patched. */
function applyPatch(
  objects: Manifest[],
  path: string,
  patch: Manifest,
  target: z.infer<typeof Target> | undefined,
): Manifest[] {
  const { kind, metadata } = patch;
  const name = new RegExp(`^(?:${target ? (target.name ?? '.*') : metadata.name})$`);
  const selects = (object: Manifest): boolean =>
    object.kind === (target?.kind ?? kind) && name.test(object.metadata.name);
  if (!objects.some(selects)) throw new Error(`${path}: no ${kind} to patch`);
  return objects.map((object) => {
    if (!selects(object)) return object;
    const { name: own } = object.metadata;
    return Manifest.parse(mergePatch(object, { ...patch, metadata: { ...metadata, name: own } }));
  });
}

/** Replaces the names of images anywhere in a value. */
function nameImages(value: unknown, images: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => nameImages(one, images));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'image' && typeof one === 'string' ? (images.get(one) ?? one) : nameImages(one, images),
    ]),
  );
}

function accumulate(folder: string, before: Manifest[]): Manifest[] {
  const [document] = readYaml(join(folder, 'kustomization.yaml'));
  const { namespace, resources, components, patches, images } = Kustomization.parse(document);
  let objects = [...before];
  for (const resource of resources) {
    const path = join(folder, resource);
    objects.push(...(statSync(path).isDirectory() ? accumulate(path, []) : readManifests(path)));
  }
  for (const component of components) objects = accumulate(join(folder, component), objects);
  for (const { path, target } of patches)
    for (const patch of readManifests(join(folder, path))) objects = applyPatch(objects, path, patch, target);
  const names = new Map(images.map(({ name, newName, newTag }) => [name, `${newName}:${newTag}`]));
  return objects.map((object) => {
    const named = Manifest.parse(nameImages(object, names));
    if (namespace === undefined || WITHOUT_NAMESPACE.has(named.kind)) return named;
    return { ...named, metadata: { ...named.metadata, namespace } };
  });
}

/** The objects that `kubectl kustomize` renders from a folder of deploy/kubernetes. */
export const renderKustomize = (folder: string): Manifest[] => accumulate(folder, []);
