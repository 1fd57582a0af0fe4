import { defineTexts } from '../../i18n/define-texts.ts';

export const phoneTexts = defineTexts({
  en: {
    title: 'Test phone',
    lead: 'Play the customer: what you write here comes to the inbox, and what the inbox answers comes here.',
    window: 'Open in a window of its own',
  },
  ar: {
    title: 'الهاتف',
    lead: 'العب دور العميل: ما تكتبه هنا يصل إلى صندوق الوارد، وما يُرد به هناك يظهر هنا.',
    window: 'افتحه في نافذة مستقلة',
  },
});
