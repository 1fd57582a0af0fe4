import { installGo } from './install-go.ts';
import { installPhp } from './install-php.ts';
import { installPython } from './install-python.ts';
import { installBun, installDeno, installNode, installWorker } from './install-typescript.ts';
import type { Language } from './language.ts';

/** Each SDK; that of TypeScript on each runtime. */
export const LANGUAGES: readonly Language[] = [
  { name: 'typescript', install: installNode },
  { name: 'typescript on Bun', install: installBun },
  { name: 'typescript on Deno', install: installDeno },
  { name: 'typescript in a worker', install: installWorker },
  { name: 'python', install: installPython },
  { name: 'php', install: installPhp },
  { name: 'go', install: installGo },
];
