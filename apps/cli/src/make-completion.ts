import type { CommandWords, Word } from './list-words.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** fish escapes within quotes. */
const quotedInFish = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

const names = (words: readonly Word[]): string => words.map(({ name }) => name).join(' ');
const pathsOf = (commands: readonly CommandWords[]): string[] => commands.slice(1).map(({ path }) => path);

/** Walks the words before the cursor to the command that they name, and looks up what can follow it. */
const walk = (commands: readonly CommandWords[], before: string): string => `  local found=parley word following=
  for word in ${before}; do
    case "$found $word" in
      ${pathsOf(commands).map(quoted).join(' | ')}) found="$found $word" ;;
    esac
  done
  case "$found" in
${commands.map(({ path, words }) => `    ${quoted(path)}) following=${quoted(names(words))} ;;`).join('\n')}
  esac`;

const MAKERS: Readonly<Record<Shell, (commands: readonly CommandWords[]) => string>> = {
  bash: (commands) => `_parley() {
${walk(commands, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  COMPREPLY=($(compgen -W "$following" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parley parley`,
  zsh: (commands) => `#compdef parley
_parley() {
${walk(commands, `"\${(@)words[2,CURRENT-1]}"`)}
  compadd -- \${=following} || _files
}
compdef _parley parley`,
  fish: (commands) => `function __parley_at
  set -l found parley
  for word in (commandline -opc)[2..]
    switch "$found $word"
      case ${pathsOf(commands).map(quotedInFish).join(' ')}
        set found "$found $word"
    end
  end
  test "$found" = "$argv"
end
${commands
  .flatMap(({ path, words }) =>
    words.map(({ name, description }) => {
      const about = description ? ` -d ${quotedInFish(description)}` : '';
      return `complete -c parley -n ${quotedInFish(`__parley_at ${path}`)} -a ${quotedInFish(name)}${about}`;
    }),
  )
  .join('\n')}`,
};

/** The completion script of a shell. */
export const makeCompletion = (shell: Shell, commands: readonly CommandWords[]): string => MAKERS[shell](commands);
