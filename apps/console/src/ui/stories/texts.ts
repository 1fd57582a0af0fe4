import { defineTexts } from '../../i18n/define-texts.ts';

/** Sample texts for development, short and long enough to show how components wrap. */
export const storyTexts = defineTexts({
  en: {
    title: 'Opening hours',
    lead: 'When somebody answers, and what happens to messages that come at night.',
    text: 'Messages that come after ten in the evening are answered the next morning, in the order in which they came.',
    action: 'Save the hours',
    remove: 'Remove',
    name: 'Name',
    hint: 'As customers read it.',
    first: 'Shop in Cairo',
    second: 'Shop in Alexandria',
    good: 'Open',
    warn: 'Closing soon',
    bad: 'Closed',
  },
  ar: {
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
});
