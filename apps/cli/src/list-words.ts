import type { Command } from 'commander';

/** A word that can follow a command, and its line in the help. */
export interface Word {
  name: string;
  description: string;
}

/** The words that can follow one command. */
export interface CommandWords {
  /** The command with its parents, such as `parley events tail`. */
  path: string;
  /** Its commands, the choices of its arguments, and its options. */
  words: Word[];
}

/** The commands of a program with what can follow each, as its help shows them. */
export function listWords(command: Command, path = command.name()): CommandWords[] {
  const help = command.createHelp();
  const nested = help.visibleCommands(command);
  const words: Word[] = [
    ...nested.map((child) => ({ name: child.name(), description: child.summary() || child.description() })),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) =>
      argChoices.map((name) => ({ name, description: '' })),
    ),
    ...help.visibleOptions(command).flatMap(({ long, description }) => (long ? [{ name: long, description }] : [])),
  ];
  return [{ path, words }, ...nested.flatMap((child) => listWords(child, `${path} ${child.name()}`))];
}
