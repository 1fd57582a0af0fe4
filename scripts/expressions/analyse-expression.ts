import { createRequire } from 'node:module';
import type { Diagnostics } from 'recheck';
import type { Expression } from './find-expressions.ts';

type Check = (source: string, flags: string, parameters: object) => Diagnostics;

/** The package's own entry starts a native program or Java where it finds one; this file of it is only JavaScript. */
const loadCheck = (): Check => {
  // safe: it has the declarations of the package
  const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as { checkSync: Check };
  return checkSync;
};

/** Most expressions are proved within milliseconds; an automaton may grow without an end. */
const PROOF_MS = 30_000;
const ATTACKS_MS = 120_000;

/** Null when matching takes linear time in the length of any text; else how it does not. */
export function analyseExpression({ source, flags }: Expression): string | null {
  const check = loadCheck();
  const proved = check(source, flags, { timeout: PROOF_MS });
  const found = proved.status === 'unknown' ? check(source, flags, { timeout: ATTACKS_MS, checker: 'fuzz' }) : proved;
  if (found.status === 'safe') return null;
  if (found.status === 'unknown') return `can't be judged (${found.error.kind})`;
  return `takes ${found.complexity.summary} time, as with ${found.attack.pattern}`;
}
