import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf, isNode, nameOf, nodesIn, parse, type SyntaxNode } from './syntax-tree.ts';

/** The reasons why files have members in snake_case. */
export type SnakeReasons = Readonly<Record<string, readonly string[]>>;

/** Statements have the names of their columns. */
const IS_STORE = /\/storage\/|\.store\.ts$/;
const SNAKE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;
/** Members of error bodies, allowed everywhere (docs/reference/errors.md#error-body). */
const OF_ERRORS = new Set(['retry_after', 'provider_code', 'provider_subcode']);
const LOG_LEVELS = new Set(['debug', 'info', 'warn', 'error', 'fatal']);

/** Fields of a log line have the names of the catalogue of log events. */
const isLogLine = (node: SyntaxNode): boolean =>
  node.type === 'CallExpression' &&
  isNode(node.callee, 'MemberExpression') &&
  LOG_LEVELS.has(nameOf(node.callee.property) ?? '');

function membersOf(node: SyntaxNode): unknown[] {
  switch (node.type) {
    case 'KeyValueProperty':
    case 'KeyValuePatternProperty':
    case 'AssignmentPatternProperty':
    case 'TsPropertySignature':
      return [node.key];
    case 'MemberExpression':
      return [node.property];
    case 'ObjectExpression':
      return Array.isArray(node.properties) ? node.properties : [];
    default:
      return [];
  }
}

/** The members in snake_case in a source, except those of log lines and of errors. */
export function snakeMembersIn(text: string): string[] {
  const nodes = [...nodesIn(parse(text))];
  const logged = new Set(nodes.filter(isLogLine).flatMap((node) => [...nodesIn(argumentsOf(node))]));
  const names = nodes
    .filter((node) => !logged.has(node))
    .flatMap(membersOf)
    .map((member) => nameOf(member) ?? '');
  return [...new Set(names.filter((name) => SNAKE.test(name) && !OF_ERRORS.has(name)))];
}

/** Departures from the one casing inside services (docs/architecture.md#one-casing-inside). */
export function findSnakeMembers(root: string, reasons: SnakeReasons): string[] {
  const files = readdirSync(join(root, 'services')).flatMap((service) => {
    const folder = `services/${service}/src`;
    if (!existsSync(join(root, folder))) return [];
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => file.split('/').length > 4 && /(?<!\.test)\.ts$/.test(file) && !IS_STORE.test(file));
  });
  const found = new Map(files.map((file) => [file, snakeMembersIn(readFileSync(join(root, file), 'utf8'))]));
  const excepted = new Set(Object.values(reasons).flat());
  return [
    ...[...found]
      .filter(([file, names]) => names.length > 0 && !excepted.has(file))
      .map(([file, names]) => `${file}: ${names.join(', ')}; members are in camelCase`),
    ...[...excepted]
      .filter((file) => !found.get(file)?.length)
      .map((file) => `${file} needs no exception: it has no member in snake_case`),
  ];
}
