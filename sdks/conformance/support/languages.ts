import { installGo } from './install-go.ts';
import { installPhp } from './install-php.ts';
import { installPython } from './install-python.ts';
import { installTypescript } from './install-typescript.ts';
import type { Language } from './language.ts';

export const LANGUAGES: readonly Language[] = [
  { name: 'typescript', install: installTypescript },
  { name: 'python', install: installPython },
  { name: 'php', install: installPhp },
  { name: 'go', install: installGo },
];
