import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './language.ts';

const SECTION = /^## From an empty folder to a verified webhook\n```sh\n([\s\S]*?)\n```$/m;

/** The languages whose README walks a newcomer from an empty folder to a verified webhook. */
export const WALKS = ['typescript', 'python', 'php', 'go'] as const;
export type Walk = (typeof WALKS)[number];

/** The shell commands of a README. */
export function readWalk(language: Walk): string {
  const walk = SECTION.exec(readFileSync(join(ROOT, 'sdks', language, 'README.md'), 'utf8'))?.[1];
  if (walk === undefined) throw new Error(`The README of ${language} has no walk.`);
  return walk;
}

/** The commands that a shell runs: those joined by `&&`, `|` or `;` count one by one. */
export function countCommands(script: string): number {
  const bare = script.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"/g, 'text').replaceAll('\\\n', ' ');
  return bare.split(/&&|\|\||[\n;&|]/).filter((command) => command.trim() !== '').length;
}
