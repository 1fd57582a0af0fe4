import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';

/** One workspace of the repository. */
export interface Workspace {
  /** Path from the root: `services/send`. */
  folder: string;
  name: string;
  /** Names of the workspaces that its package.json lists as dependencies. */
  dependsOn: readonly string[];
}

const Root = z.object({ workspaces: z.array(z.string()) });
const Package = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()).default({}) });

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** `packages/*` means every folder in it that has a package.json. */
function foldersOf(root: string, pattern: string): string[] {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return readdirSync(join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** Every workspace of the package.json in `root`, by folder; dependencies from elsewhere are left out. */
export function readWorkspaces(root: string): Workspace[] {
  const { workspaces } = Root.parse(readJson(join(root, 'package.json')));
  const excluded = new Set(workspaces.flatMap((pattern) => (pattern.startsWith('!') ? pattern.slice(1) : [])));
  const packages = workspaces
    .filter((pattern) => !pattern.startsWith('!'))
    .flatMap((pattern) => foldersOf(root, pattern))
    .filter((folder) => !excluded.has(folder))
    .toSorted()
    .map((folder) => ({ folder, ...Package.parse(readJson(join(root, folder, 'package.json'))) }));
  const names = new Set(packages.map(({ name }) => name));
  return packages.map(({ folder, name, dependencies }) => ({
    folder,
    name,
    dependsOn: Object.keys(dependencies).filter((dependency) => names.has(dependency)),
  }));
}

/** A workspace's dependencies by name, without those that it reaches through another one. */
function nearestDependencies(workspaces: readonly Workspace[]): ReadonlyMap<string, readonly string[]> {
  const dependenciesOf = new Map(workspaces.map(({ name, dependsOn }) => [name, dependsOn]));
  const reachedFrom = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const dependency of dependenciesOf.get(name) ?? []) {
      if (seen.has(dependency)) continue;
      seen.add(dependency);
      reachedFrom(dependency, seen);
    }
    return seen;
  };
  return new Map(
    workspaces.map(({ name, dependsOn }) => {
      const reached = new Set(dependsOn.flatMap((dependency) => [...reachedFrom(dependency)]));
      return [name, dependsOn.filter((dependency) => !reached.has(dependency)).toSorted()];
    }),
  );
}

/** Workspaces that the chart shows as one box, labelled with all their names. */
type Box = Workspace[];

/** Workspaces of one folder share a box if the same arrows lead from and to them. */
function makeBoxes(workspaces: readonly Workspace[], nearest: ReadonlyMap<string, readonly string[]>): Box[] {
  const boxes = new Map<string, Box>();
  for (const workspace of workspaces) {
    const { folder, name } = workspace;
    const dependents = workspaces.filter((other) => nearest.get(other.name)?.includes(name));
    const alike = JSON.stringify([posix.dirname(folder), nearest.get(name), dependents.map((other) => other.name)]);
    boxes.set(alike, [...(boxes.get(alike) ?? []), workspace]);
  }
  return [...boxes.values()];
}

/** The id of a box: its first folder, in characters that Mermaid accepts. */
const idOf = ([first]: Box): string => (first?.folder ?? '').replaceAll(/\W/g, '_');

/**
 * The dependencies between workspaces as a Mermaid flowchart. An arrow that follows from two others is left out, and
 * workspaces with the same arrows share a box, so that the chart stays readable.
 */
export function describeWorkspaces(workspaces: readonly Workspace[]): string {
  const nearest = nearestDependencies(workspaces);
  const boxes = makeBoxes(workspaces, nearest);
  const nodes = boxes.map((box) => `  ${idOf(box)}["${box.map(({ folder }) => folder).join('<br/>')}"]`);
  const arrows = boxes.flatMap((box) =>
    boxes
      .filter((other) => box.some(({ name }) => other.some((to) => nearest.get(name)?.includes(to.name))))
      .map((other) => `  ${idOf(box)} --> ${idOf(other)}`),
  );
  return ['```mermaid', 'flowchart TD', ...nodes, ...arrows, '```'].join('\n');
}

/**
 * `text` with `part` between the lines `<!-- generated: <name> -->` and `<!-- end of <name> -->`. Throws if the markers
 * are missing.
 */
export function replaceBetweenMarkers(text: string, name: string, part: string): string {
  const start = `<!-- generated: ${name} -->\n`;
  const end = `\n<!-- end of ${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`The markers "${start.trim()}" and "${end.trim()}" are missing.`);
  return `${text.slice(0, from + start.length)}${part}${text.slice(to)}`;
}
