import type { Language } from '@parley/common/languages/languages';
import { ar } from './texts/ar.ts';
import { en, type PageTexts } from './texts/en.ts';
import { es } from './texts/es.ts';
import { ptBr } from './texts/pt-BR.ts';

/** Texts of the pages for people without an account, by language. */
export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = { en, ar, 'pt-BR': ptBr, es };
