import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseExpression } from './analyse-expression.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { type Expression, findExpressions, literalOf } from './find-expressions.ts';

const FOLDERS = ['apps', 'integrations', 'packages', 'sdks/typescript/src', 'services'];
const SOURCE = /\.(?:ts|tsx|js|mjs)$/;
/** Tests, built files with the copies that the documentation site has, and packages. */
const ELSEWHERE = /\.test\.ts$|(?:^|\/)(?:test|dist|generated|node_modules|\.pages|\.samples)\/|^packages\/testing\//;

const filesOf = (root: string): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ).filter((file) => SOURCE.test(file) && !ELSEWHERE.test(file));

/** Every expression of the product with a file that has it, by its literal. */
export function listExpressions(root: string): Map<string, { expression: Expression; file: string }> {
  const found = new Map<string, { expression: Expression; file: string }>();
  for (const file of filesOf(root))
    for (const expression of findExpressions(readFileSync(join(root, file), 'utf8'), file.endsWith('.tsx')))
      found.set(literalOf(expression), { expression, file });
  return found;
}

/**
 * The product's expressions that take linear time, as JSON. Those in `current` are not analysed again, and while no other
 * one is used it stays as it is. Throws for an expression that is neither linear nor an exception
 * (CONTRIBUTING.md#how-a-change-is-made).
 */
export function recordExpressions(root: string, current: string): string {
  const recorded = new Set<string>(current === '' ? [] : JSON.parse(current));
  const found = listExpressions(root);
  const added = [...found].filter(([literal]) => !recorded.has(literal) && !EXCEPTIONS.has(literal));
  if (added.length === 0 && current !== '') return current;
  const slow = added.flatMap(([literal, { expression, file }]) => {
    const problem = analyseExpression(expression);
    return problem === null ? [] : [`${file}: ${literal} ${problem}`];
  });
  if (slow.length > 0)
    throw new Error(`Write these expressions so that they take linear time for any text:\n${slow.join('\n')}`);
  return `${JSON.stringify([...found.keys()].filter((literal) => !EXCEPTIONS.has(literal)).toSorted(), null, 2)}\n`;
}
