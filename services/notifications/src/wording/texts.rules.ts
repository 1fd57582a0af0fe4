import type { Language } from '@parley/common/languages/languages';
import { ar } from './texts/ar.rules.ts';
import type { Catalogue } from './texts/catalogue.rules.ts';
import { en } from './texts/en.rules.ts';
import { es } from './texts/es.rules.ts';
import { ptBr } from './texts/pt-BR.rules.ts';

/** Texts of mails, SMS and pushes, by language. */
export const TEXTS: Readonly<Record<Language, Catalogue>> = { en, ar, 'pt-BR': ptBr, es };
