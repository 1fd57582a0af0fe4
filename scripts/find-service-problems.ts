import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findLoops } from './find-loops.ts';
import { argumentsOf, isCallOf, isNode, nameOf, nodesIn, parse, type SyntaxNode } from './syntax-tree.ts';

/** Files that may depart from a rule, each with the reason. */
export type Reasons = Readonly<Record<string, string>>;

const ROOMS: Readonly<Record<string, { isRequired: boolean }>> = {
  'use-cases': { isRequired: true },
  storage: { isRequired: true },
  domain: { isRequired: false },
  adapters: { isRequired: false },
};
/** `records.*`: what needs only the database, and can run where the rest does not (docs/architecture.md#a-service). */
const RECORDS = ['records.ts', 'records.module.ts', 'records.controller.ts'];
const OPTIONAL_FILES = ['metrics.ts', 'workers.ts', 'console.controller.ts', 'sign-in.controller.ts', ...RECORDS];
const requiredFiles = (service: string): string[] => [
  'main.ts',
  'service.ts',
  `${service}.module.ts`,
  `${service}.controller.ts`,
];

const WORKSPACES = ['apps', 'packages', 'prisma', 'services', 'scripts', 'test', 'bench'];
const NOT_OURS = new Set(['node_modules', 'dist', 'generated', 'fixtures']);
/** Names that do not say what a file does. */
const EMPTY_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'types', 'misc', 'parts', 'items']);
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

/** Files of a subject: a door has no suffix; the others say their layer. */
const IN_A_SUBJECT = /^[a-z\d]+(?:-[a-z\d]+)*(?:\.(?:rules|store|client|steps))?(?:\.(?:fault|soak))?(?:\.test)?\.ts$/;
const MAX_FILES = 40;

/** A service in folders by subject: each file says its layer, and no folder is long. */
function problemsOfSubjects(root: string, folder: string): string[] {
  const files = filesUnder(root, folder).filter((path) => dirname(path) !== folder);
  const sources = files.filter((path) => !path.endsWith('.test.ts'));
  const folders = [...new Set(sources.map((path) => dirname(path)))];
  return [
    ...files
      .filter((path) => !IN_A_SUBJECT.test(basename(path)))
      .map((path) => `${path} is neither a door nor *.rules.ts, *.store.ts, *.client.ts or *.steps.ts`),
    ...folders
      .filter((path) => sources.filter((file) => dirname(file) === path).length > MAX_FILES)
      .map((path) => `${path}/ has more than ${MAX_FILES} files`),
  ];
}

/** Whether a service still has its folders by layer. */
const isByLayer = (root: string, service: string): boolean =>
  existsSync(join(root, 'services', service, 'src', 'use-cases'));

function problemsOfLayout(root: string, service: string): string[] {
  const folder = `services/${service}/src`;
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  if (!isByLayer(root, service)) {
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const required = ['main.ts', 'service.ts', `${service}.module.ts`];
    return [
      ...required.filter((name) => !names.includes(name)).map((name) => `${folder}/${name} is missing`),
      ...names
        .filter(
          (name) =>
            !required.includes(name) && !['metrics.ts', 'workers.ts', 'records.ts', 'records.module.ts'].includes(name),
        )
        .map((name) => `${folder}/${name} belongs into the folder of its subject`),
      ...problemsOfSubjects(root, folder),
    ];
  }
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const required = requiredFiles(service);
  const rooms = Object.entries(ROOMS).flatMap(([name, { isRequired }]) => (isRequired ? name : []));
  return [
    ...required.filter((name) => !files.includes(name)).map((name) => `${folder}/${name} is missing`),
    ...rooms.filter((name) => !folders.includes(name)).map((name) => `${folder}/${name}/ is missing`),
    ...files
      .filter((name) => !required.includes(name) && !OPTIONAL_FILES.includes(name))
      .map((name) => `${folder}/${name} belongs into a folder: ${Object.keys(ROOMS).join(', ')}`),
    ...folders.filter((name) => !(name in ROOMS)).map((name) => `${folder}/${name}/ is no folder of a service`),
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
  if (!isTokenFile && !/\b(?:Symbol|Inject|provide)\b/.test(text)) return [];
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
  const injected = nodes.filter((node) => isCallOf(node, 'Inject') && nameOf(argumentsOf(node)[0]) !== 'SERVICE');
  return [
    ...(isTokenFile && named.length !== 1 ? [`${path} declares no token SERVICE = Symbol(…)`] : []),
    ...(symbols > 0
      ? [`${path} makes a Symbol; the one token of a service is SERVICE in service.ts or records.ts`]
      : []),
    ...injected.map(() => `${path} injects something else than SERVICE`),
    ...providedIn(tree)
      .filter(isOther)
      .map(() => `${path} provides a token that is neither SERVICE nor a class`),
  ];
}

/** A service is its parts; decisions and limits have no place in it. */
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

/** Whether an expression is a private member of the controller: `this.#service`. */
const isPrivateMember = (value: unknown): boolean =>
  isNode(value, 'MemberExpression') && isNode(value.object, 'ThisExpression') && isNode(value.property, 'PrivateName');

/** `@Handles(contract)`, or `@HandlesStream(contract)` for a file. */
const handlesOf = (method: SyntaxNode): number =>
  [...nodesIn(method)].filter((node) => isCallOf(node, 'Handles') || isCallOf(node, 'HandlesStream')).length;

/** Whether the body of a method is one `return verb(this.#service, …)`. */
function isOneCall(method: SyntaxNode): boolean {
  const body = [...nodesIn(method)].find((node) => node.type === 'FunctionBody');
  const statements = Array.isArray(body?.stmts) ? body.stmts : [];
  const only: unknown = statements[0];
  if (statements.length !== 1 || !isNode(only, 'ReturnStatement')) return false;
  const call = only.argument;
  return isNode(call, 'CallExpression') && isNode(call.callee, 'Identifier') && isPrivateMember(argumentsOf(call)[0]);
}

function problemsOfController(path: string, text: string): string[] {
  return [...nodesIn(parse(text))].flatMap((node) => {
    const name = nameOf(node.key) ?? '';
    if (node.type === 'PrivateMethod') return [`${path}: #${name} belongs into a use case`];
    if (node.type !== 'ClassMethod') return [];
    return [
      ...(handlesOf(node) === 1 ? [] : [`${path}: ${name} handles no contract, or several`]),
      ...(isOneCall(node) ? [] : [`${path}: ${name} is not one line "return verb(this.#service, …)"`]),
    ];
  });
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

/** A use case is the one function of its file, by the file's name; what keeps state is a `make…` or a class. */
function problemsOfUseCase(path: string, text: string): string[] {
  const pascal = basename(path, '.ts').replaceAll(/(?:^|-)([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
  const verb = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const exported = topLevel(parse(text)).flatMap(exportedNames);
  const isOne = exported.length === 1 && [verb, pascal, `make${pascal}`].includes(exported[0] ?? '');
  return isOne ? [] : [`${path} exports ${exported.join(', ') || 'no value'}; a verb is one function, named ${verb}`];
}

/** A door: a file of a subject without a suffix. */
const isDoor = (root: string, path: string): boolean =>
  /^services\/[^/]+\/src\/[^/]+\/[^/.]+\.ts$/.test(path) && !isByLayer(root, path.split('/')[1] ?? '');

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
    ...(path.endsWith('.controller.ts') ? problemsOfController(path, text) : []),
    ...(path.includes('/src/use-cases/') || isDoor(root, path) ? problemsOfUseCase(path, text) : []),
    ...(path.endsWith('.rules.ts') ? problemsOfRules(path, text) : []),
    ...problemsOfLoops(path, text, loops),
    ...problemsOfSetMembers(path, text),
    ...(basename(path) === 'workers.ts' && !/\bnew BackgroundWorker\(/.test(text)
      ? [`${path} runs no BackgroundWorker`]
      : []),
  ];
}

const isEmptyName = (path: string): boolean =>
  SOURCE.test(path) && (EMPTY_NAMES.has(basename(path).split('.')[0] ?? '') || path.endsWith('use-cases/use-cases.ts'));

/** The sources of services, of packages and of the gateway, without their tests and what only tests use. */
export const productSources = (root: string): string[] =>
  ['services', 'packages', 'apps/gateway']
    .flatMap((folder) => filesUnder(root, folder))
    .filter((path) => /\/src\/.*(?<!\.test)\.ts$/.test(path) && !path.startsWith('packages/testing/'));

/**
 * Lists departures of services from the template (docs/architecture.md, "A service"), and files with empty names.
 * `loops` are the files that may repeat something without the BackgroundWorker.
 */
export function findServiceProblems(root: string, loops: Reasons): string[] {
  const services = readdirSync(join(root, 'services'));
  const sources = services
    .flatMap((service) => filesUnder(root, `services/${service}/src`))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  return [
    ...services.flatMap((service) => problemsOfLayout(root, service)),
    ...sources.flatMap((path) => problemsOfFile(root, path, loops)),
    ...Object.keys(loops)
      .filter((path) => !sources.includes(path))
      .map((path) => `${path} has an exception, but does not exist`),
    ...WORKSPACES.flatMap((folder) => filesUnder(root, folder))
      .filter(isEmptyName)
      .map((path) => `${path}: the name does not say what the file does`),
  ];
}
