import { parseSync } from '@swc/core';
import { argumentsOf, isNode, nameOf, nodesIn, type SyntaxNode } from '../syntax-tree.ts';

/** A regular expression as a program has it. */
export interface Expression {
  source: string;
  flags: string;
}

/** The expression in the form of a literal. */
export const literalOf = ({ source, flags }: Expression): string => `/${source}/${flags}`;

const parse = (text: string, isTsx: boolean): unknown =>
  parseSync(text, { syntax: 'typescript', tsx: isTsx, decorators: true, target: 'es2022' });

/** Strings, templates and expressions that are bound to a name in the file. */
function constantsOf(tree: unknown): Map<string, unknown> {
  const constants = new Map<string, unknown>();
  for (const node of nodesIn(tree)) {
    const name = node.type === 'VariableDeclarator' ? nameOf(node.id) : undefined;
    if (name !== undefined) constants.set(name, node.init);
  }
  return constants;
}

/** The value of a part that is known only when the program runs: one letter stands for it. */
const UNKNOWN = 'x';
/** The parser doubles the backslash before a `u`. */
const withSingle = (text: string): string => text.replaceAll('\\\\u', '\\u');
const cookedOf = (node: SyntaxNode): string => (typeof node.cooked === 'string' ? withSingle(node.cooked) : '');

/** The text of a string, a template, or a name of one. */
function textOf(value: unknown, constants: ReadonlyMap<string, unknown>): string {
  if (isNode(value, 'StringLiteral') && typeof value.value === 'string') return withSingle(value.value);
  if (isNode(value, 'RegExpLiteral') && typeof value.pattern === 'string') return value.pattern;
  if (isNode(value, 'TemplateLiteral') && Array.isArray(value.quasis) && Array.isArray(value.expressions)) {
    const [first = '', ...rest] = value.quasis.map(cookedOf);
    const parts = value.expressions.map((part: unknown) => textOf(part, constants));
    return first + rest.map((text, at) => `${parts[at] ?? UNKNOWN}${text}`).join('');
  }
  if (isNode(value, 'MemberExpression') && nameOf(value.property) === 'source') return textOf(value.object, constants);
  const name = nameOf(value);
  const constant = name === undefined ? undefined : constants.get(name);
  return constant === undefined ? UNKNOWN : textOf(constant, constants);
}

/** A slash where a value may begin, that begins no comment. */
const MAY_HAVE_ONE = /(?:[=(,:[!&|?{};>]|return)\s*\/(?![/*])|RegExp/;

const isMade = (node: SyntaxNode): boolean =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node.callee) === 'RegExp';

/**
 * The regular expressions of a file: its literals, and `new RegExp` with the parts that the file makes known; one letter
 * stands for every other part.
 */
export function findExpressions(text: string, isTsx: boolean): Expression[] {
  // Most files have none, and parsing dominates the time of this check.
  if (!MAY_HAVE_ONE.test(text)) return [];
  const tree = parse(text, isTsx);
  const constants = constantsOf(tree);
  return [...nodesIn(tree)].flatMap((node): Expression[] => {
    if (node.type === 'RegExpLiteral') return [{ source: String(node.pattern), flags: String(node.flags) }];
    if (!isMade(node)) return [];
    const [source, flags] = argumentsOf(node);
    return [{ source: textOf(source, constants), flags: flags === undefined ? '' : textOf(flags, constants) }];
  });
}
