import { Argument, type Command } from 'commander';
import { listWords } from './list-words.ts';
import { makeCompletion, SHELLS, type Shell } from './make-completion.ts';

/** Adds `completion`, which prints the completion script of a shell for every command of the program. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print the completion script of a shell: source <(parley completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => console.log(makeCompletion(shell, listWords(program))));
}
