import { parseSync } from '@swc/core';

/** A node of a parsed file; its members depend on its type. */
export type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string };

export const parse = (text: string, { tsx = false } = {}): unknown =>
  parseSync(text, { syntax: 'typescript', tsx, decorators: true, target: 'es2022' });

export const isNode = (value: unknown, type?: string): value is SyntaxNode =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  (type === undefined || value.type === type);

/** Every node in a tree, parents before their children. */
export function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

/** The name of an identifier or of a private member. */
export const nameOf = (value: unknown): string | undefined =>
  (isNode(value, 'Identifier') || isNode(value, 'PrivateName')) && typeof value.value === 'string'
    ? value.value
    : undefined;

/** Every name in a tree. */
export const namesIn = (value: unknown): Set<string> =>
  new Set([...nodesIn(value)].flatMap((node) => nameOf(node) ?? []));

export const isCallOf = (node: SyntaxNode, name: string): boolean =>
  node.type === 'CallExpression' && nameOf(node.callee) === name;

/** The arguments of a call. */
export const argumentsOf = (node: SyntaxNode): unknown[] =>
  Array.isArray(node.arguments) ? node.arguments.map((argument: { expression?: unknown }) => argument.expression) : [];
