import { describe, expect, test } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

describe('the language of a page', () => {
  test.each([
    ['ar', 'ar'],
    ['ar-SA,ar;q=0.9,en;q=0.8', 'ar'],
    ['en-GB,en;q=0.9,ar;q=0.8', 'en'],
    ['fr-FR, ar;q=0.5, en;q=0.4', 'ar'],
    ['en;q=0.3,AR-eg;q=0.7', 'ar'],
    ['ar;q=0,en;q=0.1', 'en'],
    ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt-BR'],
    ['pt-PT,pt;q=0.9,en;q=0.8', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['es-419,es;q=0.9', 'es'],
    ['es-MX,es;q=0.9,en-US;q=0.8,en;q=0.7', 'es'],
    ['es-ES,es;q=0.9,ca;q=0.8,en;q=0.7', 'es'],
    ['zh-Hant-TW,zh;q=0.9,ES;q=0.1', 'es'],
    ['fr, de', 'en'],
    ['*', 'en'],
    ['arx', 'en'],
    ['ar;q=2, ;;,', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('is the browser’s preferred supported language, else English: %s is %s', (header, language) => {
    expect(chooseLanguage(undefined, header)).toBe(language);
  });

  test('is the requested one if it is supported, and otherwise the browser’s', () => {
    expect(chooseLanguage('en', 'ar')).toBe('en');
    expect(chooseLanguage('ar', 'en')).toBe('ar');
    expect(chooseLanguage('pt-br', 'en')).toBe('pt-BR');
    expect(chooseLanguage('es-419', 'en')).toBe('es');
    for (const asked of ['fr', '', ['ar'], '"><script>']) expect(chooseLanguage(asked, 'ar')).toBe('ar');
  });
});
