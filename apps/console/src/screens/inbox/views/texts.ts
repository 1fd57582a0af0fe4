import { defineTexts } from '../../../i18n/define-texts.ts';

export const viewsTexts = defineTexts({
  en: {
    views: 'Views',
    all_open: 'Everything open',
    save: 'Save these filters …',
    arrange: 'Arrange views …',
    gone: 'This view was deleted, or it is not yours.',
  },
  ar: {
    views: 'العروض',
    all_open: 'كل المفتوحة',
    save: 'احفظ عوامل التصفية هذه…',
    arrange: 'رتّب العروض…',
    gone: 'حُذف هذا العرض، أو ليس لك.',
  },
});
