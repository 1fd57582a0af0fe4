import { defineTexts } from '../../i18n/define-texts.ts';

export const webhooksTexts = defineTexts({
  en: {
    title: 'Webhooks',
    lead: 'Every delivery of an event to your systems, and what they answered.',
    of_key: 'Key',
    all: 'All keys',
    empty: 'No delivery here',
    empty_lead: 'Choose a key that has a webhook address, and send it a test event.',
    address: 'Address',
    no_address: 'This key has no webhook address yet: set one under Keys.',
  },
  ar: {
    title: 'إشعارات الويب',
    lead: 'كل إرسال لحدث إلى أنظمتك، وما أجابت به.',
    of_key: 'المفتاح',
    all: 'كل المفاتيح',
    empty: 'لا إشعارات هنا',
    empty_lead: 'اختر مفتاحًا له عنوان إشعارات، وأرسل إليه حدثًا تجريبيًا.',
    address: 'العنوان',
    no_address: 'ليس لهذا المفتاح عنوان إشعارات بعد: عيّنه في المفاتيح.',
  },
});
