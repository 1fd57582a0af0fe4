import { defineTexts, hasText } from './define-texts.ts';
import { useTexts } from './language-context.tsx';

const categoryTexts = defineTexts({
  en: { marketing: 'Marketing', utility: 'Utility', authentication: 'Authentication', service: 'Service' },
  ar: { marketing: 'تسويق', utility: 'خدمي', authentication: 'تحقق', service: 'محادثة' },
});

/** Names the categories of wa templates and messages; an unknown one is shown as Meta writes it. */
export function useCategoryName(): (category: string) => string {
  const t = useTexts(categoryTexts);
  return (category) => {
    const name = category.toLowerCase();
    return hasText(categoryTexts, name) ? t(name) : category;
  };
}
