import { defineTexts } from '../../i18n/define-texts.ts';

export const phoneTexts = defineTexts({
  en: {
    title: 'Test phone',
    window: 'Open in a new window',
  },
  ar: {
    title: 'هاتف الاختبار',
    window: 'افتحه في نافذة مستقلة',
  },
});
