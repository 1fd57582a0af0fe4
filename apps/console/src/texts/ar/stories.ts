import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/stories.ts';

export default {
  story: {
    title: 'ساعات العمل',
    lead: 'متى يردّ أحدهم، وما يحدث للرسائل التي تصل ليلًا.',
    text: 'الرسائل التي تصل بعد العاشرة مساءً يُردّ عليها في صباح اليوم التالي بترتيب وصولها.',
    action: 'حفظ الساعات',
    remove: 'إزالة',
    name: 'الاسم',
    hint: 'كما يقرؤه العملاء.',
    first: 'متجر القاهرة',
    second: 'متجر الإسكندرية',
    good: 'مفتوح',
    warn: 'يغلق قريبًا',
    bad: 'مغلق',
  },
} satisfies CatalogueIn<'ar', typeof english>;
