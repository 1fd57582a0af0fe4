import { defineTexts } from './define-texts.ts';
import { useTexts } from './language-context.tsx';

/** Categories of Meta that have a name here; others are shown as Meta writes them. */
const KNOWN = ['marketing', 'utility', 'authentication', 'service'] as const;

const categoryTexts = defineTexts({
  en: { marketing: 'Marketing', utility: 'Utility', authentication: 'Authentication', service: 'Service' },
  ar: { marketing: 'تسويق', utility: 'خدمي', authentication: 'تحقق', service: 'محادثة' },
});

/** Names the categories of wa templates and messages. */
export function useCategoryName(): (category: string) => string {
  const t = useTexts(categoryTexts);
  return (category) => {
    const known = KNOWN.find((one) => one === category.toLowerCase());
    return known ? t(known) : category;
  };
}
