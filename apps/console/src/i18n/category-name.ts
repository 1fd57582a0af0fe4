import { categoryTexts } from '../texts/shell.ts';
import { useTexts } from './language-context.tsx';
import { hasText } from './load-texts.ts';

/** Names the categories of wa templates and messages; an unknown one is shown as Meta writes it. */
export function useCategoryName(): (category: string) => string {
  const t = useTexts(categoryTexts);
  return (category) => {
    const name = category.toLowerCase();
    return hasText(categoryTexts, name) ? t(name) : category;
  };
}
