import type { Command } from 'commander';
import { readBlocks } from './read-blocks.ts';

/** A command of `parley` on a page. */
export interface UsedCommand {
  page: string;
  /** The words after `parley`. */
  words: readonly string[];
}

const INLINE = /`parley ([a-z][^`\n]*)`/g;
const IN_BLOCK = /(?:^|\| |-- )(?:npm run -s parley -- |parley )([a-z][^\n|#]*)/gm;
const WORD = /'[^']*'|"[^"]*"|\S+/g;

const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** The commands of `parley` on a page, in its text and in the blocks of its shell. */
export function findCommands(page: string, text: string): UsedCommand[] {
  const inText = [...text.matchAll(INLINE)].map(([, given = '']) => given);
  const inBlocks = readBlocks(text)
    .filter(({ language }) => language === 'sh')
    .flatMap((block) => [...block.text.replaceAll('\\\n', ' ').matchAll(IN_BLOCK)].map(([, given = '']) => given));
  return [...inText, ...inBlocks].map((given) => ({ page, words: wordsOf(given) }));
}

const hasOption = (command: Command | null, flag: string): boolean =>
  command !== null && (command.options.some(({ long }) => long === flag) || hasOption(command.parent, flag));

/** Problems in the words of a command: a verb or an option that the program does not have. */
export function findProblems(program: Command, words: readonly string[]): string[] {
  let command = program;
  const left = [...words];
  for (;;) {
    const next = command.commands.find((one) => one.name() === left[0]);
    if (!next) break;
    command = next;
    left.shift();
  }
  if (command === program) return [`there is no parley ${words[0]}`];
  const [verb = ''] = left;
  if (command.commands.length > 0 && /^[a-z]/.test(verb) && command.registeredArguments.length === 0)
    return [`parley ${command.name()} has no ${verb}`];
  return left
    .filter((word) => /^--[a-z]/.test(word) && !hasOption(command, word.split('=')[0] ?? ''))
    .map((flag) => `parley ${words.join(' ')} has no option ${flag}`);
}
