import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, nameOf, nodesIn, parse, type SyntaxNode } from './syntax-tree.ts';

/** Names of positions in a list; an index with another name is the key of a record, which may be missing. */
const POSITIONS = new Set(['at', 'i', 'index', 'n', 'next', 'nth', 'ord', 'position']);
const VALUES: readonly unknown[] = ['NumericLiteral', 'StringLiteral', 'ObjectExpression', 'ArrayExpression'];

/**
 * The index of the element that an expression reads: of `list[index]`, `list[index]?.name` and `list[index].name`. None
 * where the list itself may be missing, as in `PATTERN.exec(text)?.[1]`.
 */
function indexOf(node: unknown): unknown {
  if (isNode(node, 'ParenthesisExpression')) return indexOf(node.expression);
  if (isNode(node, 'OptionalChainingExpression'))
    return isNode(node.base, 'MemberExpression') ? indexOf(node.base.object) : undefined;
  if (!isNode(node, 'MemberExpression')) return undefined;
  return isNode(node.property, 'Computed') ? node.property.expression : indexOf(node.object);
}

const isPosition = (index: unknown): boolean =>
  (isNode(index, 'BinaryExpression') && index.operator !== '??') ||
  isNode(index, 'UpdateExpression') ||
  POSITIONS.has(nameOf(index) ?? '');

/** Whether a default replaces an element that may be missing by mistake: `list[index] ?? 0`, `list[0] ?? ''`. */
function isRowDefault({ type, operator, left, right }: SyntaxNode): boolean {
  if (type !== 'BinaryExpression' || operator !== '??') return false;
  const index = indexOf(left);
  const isValue = isNode(right) && VALUES.includes(right.type);
  // Code may use the first element of a list that may be empty, or undefined.
  return isNode(index, 'NumericLiteral') ? isValue : isPosition(index) && (isValue || isNode(right, 'NullLiteral'));
}

/** Whether a default replaces a result that may be missing by mistake: `const [id = 0] = await insert(…)`. */
const isResultDefault = ({ type, id, init }: SyntaxNode): boolean =>
  type === 'VariableDeclarator' &&
  isNode(init, 'AwaitExpression') &&
  isNode(id, 'ArrayPattern') &&
  Array.isArray(id.elements) &&
  id.elements.some((element) => isNode(element, 'AssignmentPattern'));

/** The number of defaults in a file that stand for a missing element of a list. */
export const countRowDefaults = (text: string, given?: { tsx: boolean }): number =>
  /\] \?\? |\]\?\.|\]\.|\] = await/.test(text)
    ? [...nodesIn(parse(text, given))].filter((node) => isRowDefault(node) || isResultDefault(node)).length
    : 0;

/**
 * Lists the files that replace a missing element of a list by a default. Results belong to items by their position: a
 * default turns a missing one into wrong data, which nothing reports. `at` throws instead. `allowed` are the files where
 * an element may be missing, each with the reason.
 */
export function findRowDefaults(
  root: string,
  paths: readonly string[],
  allowed: Readonly<Record<string, string>>,
): string[] {
  return paths.flatMap((path) => {
    const count = countRowDefaults(readFileSync(join(root, path), 'utf8'), { tsx: path.endsWith('.tsx') });
    if (path in allowed) return count > 0 ? [] : [`${path} needs no exception: it replaces no element of a list`];
    return count === 0 ? [] : [`${path}: ${count} defaults for an element of a list; read it with at(list, index)`];
  });
}
