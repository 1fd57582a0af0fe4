import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addCustomerCommands } from '@parley/cli/add-customer-commands';
import { listWords } from '@parley/cli/list-words';
import { makeCompletion, SHELLS } from '@parley/cli/make-completion';
import { Command } from 'commander';
import { expect, test } from 'vitest';

const commands = listWords(addCustomerCommands(new Command('parley')));

/** Completions that bash offers for a command line whose last word is being typed. */
async function complete(...words: string[]): Promise<string[]> {
  const script = `${makeCompletion('bash', commands)}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_parley
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', ...words]);
  return stdout.split('\n').filter(Boolean);
}

test.each([
  [
    ['parley', 'co'],
    ['conversations', 'contact', 'completion'],
  ],
  [['parley', 'listen', '--re'], ['--replay']],
  [['parley', 'listen', '--json', '--re'], ['--replay']],
  [
    ['parley', 'events', ''],
    ['tail', '--order', '--type', '--channel', '--conversation', '--since', '--limit', '--json', '--help'],
  ],
  [['parley', 'events', 'tail', '--s'], ['--since']],
  [
    ['parley', 'send', 't'],
    ['tg', 'tt'],
  ],
  [['parley', 'trigger', 'comment.r'], ['comment.received']],
  [
    ['parley', 'completion', ''],
    [...SHELLS, '--help'],
  ],
  [['parley', 'unknown', '--js'], []],
])('bash completes %j', async (words, expected) => {
  expect(await complete(...words)).toEqual(expected);
});

test('bash completes every command, choice and option that the help shows', async () => {
  for (const { path, words } of commands)
    expect(await complete(...path.split(' '), '')).toEqual(words.map(({ name }) => name));
});

test.each(SHELLS)('the script of %s quotes every description', (shell) => {
  const program = new Command('parley').description('x');
  program.command('do').description(`it's "a" $(test) \\ \`one\``);
  const script = makeCompletion(shell, listWords(program));
  expect(script).toContain(shell === 'fish' ? `-d 'it\\'s "a" $(test) \\\\ \`one\`'` : `'parley do'`);
});
