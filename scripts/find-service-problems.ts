import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findLoops } from './find-loops.ts';
import { isCallOf, isNode, nameOf, nodesIn, parse, type SyntaxNode } from './syntax-tree.ts';

/** Files that may depart from a rule, each with the reason. */
export type Reasons = Readonly<Record<string, string>>;

/** `records.*`: verbs that need only the database, and can run where the rest does not (docs/architecture.md#a-service). */
const OPTIONAL_FILES = ['metrics.ts', 'workers.ts', 'records.ts', 'records.module.ts'];

const WORKSPACES = ['apps', 'packages', 'prisma', 'services', 'scripts', 'test', 'bench'];
const NOT_OURS = new Set(['node_modules', 'dist', 'generated', 'fixtures']);
/** Names that do not say what a file does. */
const EMPTY_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'types', 'misc', 'parts', 'items', 'use-cases']);
const SOURCE = /\.(?:[cm]?[jt]s|tsx)$/;

/** Every file under a folder, as paths from the root. */
function filesUnder(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Files of a subject: a door has no suffix; the others say their layer. A catalogue has the code of its language. */
const IN_A_SUBJECT =
  /^(?:[a-z]{2,3}-[A-Z]{2}|[a-z\d]+(?:-[a-z\d]+)*)(?:\.(?:rules|store|client|steps))?(?:\.(?:fault|soak))?(?:\.test)?\.ts$/;
const MAX_FILES = 40;

/** A service in folders by subject: each file says its layer. */
function problemsOfSubjects(root: string, folder: string): string[] {
  return filesUnder(root, folder)
    .filter((path) => dirname(path) !== folder && !IN_A_SUBJECT.test(basename(path)))
    .map((path) => `${path} is neither a door nor *.rules.ts, *.store.ts, *.client.ts or *.steps.ts`);
}

/** Folders with more files than a reader takes in at a glance, tests aside. */
function findLongFolders(paths: readonly string[]): string[] {
  const folders = paths.filter((path) => SOURCE.test(path) && !path.includes('.test.')).map((path) => dirname(path));
  return [...new Set(folders)]
    .filter((folder) => folders.filter((other) => other === folder).length > MAX_FILES)
    .map((folder) => `${folder}/ has more than ${MAX_FILES} files`);
}

function problemsOfLayout(root: string, service: string): string[] {
  const folder = `services/${service}/src`;
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const required = ['main.ts', 'service.ts', `${service}.module.ts`];
  return [
    ...required.filter((name) => !names.includes(name)).map((name) => `${folder}/${name} is missing`),
    ...names
      .filter((name) => !required.includes(name) && !OPTIONAL_FILES.includes(name))
      .map((name) => `${folder}/${name} belongs into the folder of its subject`),
    ...problemsOfSubjects(root, folder),
  ];
}

/** Whether a file declares the context that verbs take first. */
const isContext = (path: string): boolean => ['service.ts', 'records.ts'].includes(basename(path));

/** The tokens under which Nest providers are registered: `provide: NAME`. */
const providedIn = (tree: unknown): unknown[] =>
  [...nodesIn(tree)].flatMap((node) =>
    node.type === 'KeyValueProperty' && nameOf(node.key) === 'provide' ? [node.value] : [],
  );

/** Classes, which are their own tokens: those of the file, and the worker that all services share. */
const classesIn = (tree: unknown): (string | undefined)[] => [
  'BackgroundWorker',
  ...[...nodesIn(tree)].filter((node) => node.type === 'ClassDeclaration').map((node) => nameOf(node.identifier)),
];

function problemsOfTokens(path: string, text: string): string[] {
  const isTokenFile = isContext(path);
  if (!isTokenFile && !/\b(?:Symbol|provide)\b/.test(text)) return [];
  const tree = parse(text);
  const nodes = [...nodesIn(tree)];
  const named = nodes.filter(
    (node) =>
      node.type === 'VariableDeclarator' &&
      nameOf(node.id) === 'SERVICE' &&
      isNode(node.init) &&
      isCallOf(node.init, 'Symbol'),
  );
  const symbols = nodes.filter((node) => isCallOf(node, 'Symbol')).length - (isTokenFile ? named.length : 0);
  const tokens = ['SERVICE', ...classesIn(tree)];
  const isOther = (token: unknown): boolean => {
    const name = nameOf(token);
    return name === undefined || !tokens.includes(name);
  };
  return [
    ...(isTokenFile && named.length !== 1 ? [`${path} declares no token SERVICE = Symbol(…)`] : []),
    ...(symbols > 0
      ? [`${path} makes a Symbol; the one token of a service is SERVICE in service.ts or records.ts`]
      : []),
    ...providedIn(tree)
      .filter(isOther)
      .map(() => `${path} provides a token that is neither SERVICE nor a class`),
  ];
}

/** The service's context only builds its members; decisions and limits do not belong there. */
const MAX_SERVICE_LINES = 80;

const problemsOfService = (path: string, text: string): string[] =>
  text.trimEnd().split('\n').length > MAX_SERVICE_LINES ? [`${path} has more than ${MAX_SERVICE_LINES} lines`] : [];

/** A member that is set after the service is built does nothing, silently, before that; `makeWake` is there from the start. */
function problemsOfSetMembers(path: string, text: string): string[] {
  if (!/\bservice\.\w+ = /.test(text)) return [];
  return [...nodesIn(parse(text))]
    .filter(
      ({ type, left }) =>
        type === 'AssignmentExpression' && isNode(left, 'MemberExpression') && nameOf(left.object) === 'service',
    )
    .map(({ left }) => `${path} sets service.${isNode(left) ? nameOf(left.property) : ''} after the service is built`);
}

function problemsOfLoops(path: string, text: string, reasons: Reasons): string[] {
  const loops = findLoops(text);
  if (path in reasons) return loops.length > 0 ? [] : [`${path} needs no exception: nothing in it repeats`];
  return loops.map((loop) => `${path}: ${loop}; background work is a duty of the BackgroundWorker in workers.ts`);
}

/** The names of the values that a statement of the top level exports; `…` for those of other files. */
function exportedNames(statement: SyntaxNode): string[] {
  if (statement.typeOnly === true || !statement.type.startsWith('Export')) return [];
  if (statement.type !== 'ExportDeclaration') return ['…'];
  const { declaration } = statement;
  if (isNode(declaration, 'FunctionDeclaration') || isNode(declaration, 'ClassDeclaration'))
    return [nameOf(declaration.identifier) ?? ''];
  if (!isNode(declaration, 'VariableDeclaration') || !Array.isArray(declaration.declarations)) return [];
  return declaration.declarations.map((one: unknown) => (isNode(one) ? (nameOf(one.id) ?? '') : ''));
}

const topLevel = (tree: unknown): SyntaxNode[] =>
  isNode(tree) && Array.isArray(tree.body) ? tree.body.filter((node: unknown) => isNode(node)) : [];

/** A door exports one function, by the file's name; a door that keeps state is a `make…` or a class. */
function problemsOfDoor(path: string, text: string): string[] {
  const pascal = basename(path, '.ts').replaceAll(/(?:^|-)([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
  const verb = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const exported = topLevel(parse(text)).flatMap(exportedNames);
  const isOne = exported.length === 1 && [verb, pascal, `make${pascal}`].includes(exported[0] ?? '');
  return isOne ? [] : [`${path} exports ${exported.join(', ') || 'no value'}; a verb is one function, named ${verb}`];
}

/** A door is a file of a subject without a suffix. */
const IS_DOOR = /^services\/[^/]+\/src\/[^/]+\/[^/.]+\.ts$/;

/** Rules decide over plain values: they await nothing and start no timer. */
function problemsOfRules(path: string, text: string): string[] {
  const waits = [...nodesIn(parse(text))].some(
    (node) =>
      node.type === 'AwaitExpression' ||
      (node.type === 'NewExpression' && nameOf(node.callee) === 'Promise') ||
      ['setTimeout', 'setInterval', 'setImmediate'].some((name) => isCallOf(node, name)),
  );
  return waits ? [`${path} waits or starts a timer: rules are pure`] : [];
}

function problemsOfFile(root: string, path: string, loops: Reasons): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [
    ...problemsOfTokens(path, text),
    ...(isContext(path) ? problemsOfService(path, text) : []),
    ...(IS_DOOR.test(path) ? problemsOfDoor(path, text) : []),
    ...(path.endsWith('.rules.ts') ? problemsOfRules(path, text) : []),
    ...problemsOfLoops(path, text, loops),
    ...problemsOfSetMembers(path, text),
    ...(basename(path) === 'workers.ts' && !/\bnew BackgroundWorker\(/.test(text)
      ? [`${path} runs no BackgroundWorker`]
      : []),
  ];
}

const isEmptyName = (path: string): boolean => SOURCE.test(path) && EMPTY_NAMES.has(basename(path).split('.')[0] ?? '');

/** The sources of services, packages and apps, without their tests. */
export const productSources = (root: string): string[] =>
  ['services', 'packages', 'apps']
    .flatMap((folder) => filesUnder(root, folder))
    .filter((path) => /\/src\/.*(?<!\.test)\.tsx?$/.test(path));

/**
 * Lists departures of services from the template (docs/architecture.md, "A service"), files with empty names and long
 * folders. `loops` are the files that may repeat something without the BackgroundWorker.
 */
export function findServiceProblems(root: string, loops: Reasons): string[] {
  const services = readdirSync(join(root, 'services'));
  const all = WORKSPACES.flatMap((folder) => filesUnder(root, folder));
  const sources = services
    .flatMap((service) => filesUnder(root, `services/${service}/src`))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  return [
    ...services.flatMap((service) => problemsOfLayout(root, service)),
    ...sources.flatMap((path) => problemsOfFile(root, path, loops)),
    ...Object.keys(loops)
      .filter((path) => !sources.includes(path))
      .map((path) => `${path} has an exception, but does not exist`),
    ...all.filter(isEmptyName).map((path) => `${path}: the name does not say what the file does`),
    ...findLongFolders(all),
  ];
}
