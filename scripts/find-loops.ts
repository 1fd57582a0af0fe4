import { argumentsOf, isCallOf, isNode, nameOf, namesIn, nodesIn, parse, type SyntaxNode } from './syntax-tree.ts';

const FUNCTIONS: readonly unknown[] = ['FunctionDeclaration', 'ArrowFunctionExpression', 'FunctionExpression'];

/** The named functions of a file. */
function namedFunctions(tree: unknown): [name: string, body: SyntaxNode][] {
  return [...nodesIn(tree)].flatMap((node): [string, SyntaxNode][] => {
    const isVariable = node.type === 'VariableDeclarator' && isNode(node.init) && FUNCTIONS.includes(node.init.type);
    const isFunction = node.type === 'FunctionDeclaration' || node.type.endsWith('Method');
    const name = nameOf(isVariable ? node.id : isFunction ? (node.identifier ?? node.key) : null);
    return name === undefined ? [] : [[name, node]];
  });
}

/** Every name that functions with these names can reach, through other functions of the file. */
function reachableFrom(names: ReadonlySet<string>, functions: readonly [string, SyntaxNode][]): Set<string> {
  const reached = new Set(names);
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const [name, body] of functions) {
      if (reached.has(name)) for (const next of namesIn(body)) reached.add(next);
    }
  }
  return reached;
}

/** Whether a timer of a function leads back to that function. */
function restartsItself([name, body]: [string, SyntaxNode], functions: readonly [string, SyntaxNode][]): boolean {
  return [...nodesIn(body)]
    .filter((node) => isCallOf(node, 'setTimeout'))
    .some((timer) => reachableFrom(namesIn(argumentsOf(timer)[0]), functions).has(name));
}

/** The names under which a file imports the timers that return a promise. */
const pausesIn = (tree: unknown): string[] =>
  [...nodesIn(tree)].flatMap((node) =>
    node.type === 'ImportDeclaration' && isNode(node.source) && node.source.value === 'node:timers/promises'
      ? [...nodesIn(node.specifiers)].flatMap((specifier) => nameOf(specifier.local) ?? [])
      : [],
  );

const isEndless = (node: SyntaxNode): boolean =>
  node.type === 'WhileStatement' ||
  node.type === 'DoWhileStatement' ||
  (node.type === 'ForStatement' && !isNode(node.test));

/**
 * Finds code that repeats something by its own means: `setInterval`, a `setTimeout` that leads back to the function
 * that set it, an unbounded loop that pauses.
 */
export function findLoops(text: string): string[] {
  // Most files have no timer, and parsing dominates the time of this check.
  if (!/\bset(?:Timeout|Interval)\b/.test(text)) return [];
  const tree = parse(text);
  const functions = namedFunctions(tree);
  const pauses = pausesIn(tree);
  const intervals = [...nodesIn(tree)].filter((node) => isCallOf(node, 'setInterval')).map(() => 'setInterval');
  const restarts = functions
    .filter((named) => restartsItself(named, functions))
    .map(([name]) => `a setTimeout that leads back to ${name}`);
  const loops = [...nodesIn(tree)]
    .filter(isEndless)
    .filter((loop) => [...nodesIn(loop)].some((node) => pauses.some((pause) => isCallOf(node, pause))))
    .map(() => 'a loop that pauses');
  return [...intervals, ...restarts, ...loops];
}
