import { defineTexts } from '../../i18n/define-texts.ts';

export const webhooksTexts = defineTexts({
  en: {
    title: 'Webhooks',
    of_key: 'Key',
    all: 'All keys',
    empty: 'No deliveries yet',
    empty_lead: 'Choose a key that has a webhook address, and send a test event.',
    to_keys: 'Open keys',
    no_match: 'No matching deliveries',
    no_match_lead: 'No delivery is in this state.',
    show_all: 'Show all deliveries',
    address: 'Address',
    no_address: 'This key has no webhook address. Set one under Keys.',
  },
  ar: {
    title: 'إشعارات الويب',
    of_key: 'المفتاح',
    all: 'كل المفاتيح',
    empty: 'لا إشعارات هنا',
    empty_lead: 'اختر مفتاحًا له عنوان إشعارات، وأرسل إليه حدثًا تجريبيًا.',
    to_keys: 'افتح المفاتيح',
    no_match: 'لا إشعارات مطابقة',
    no_match_lead: 'لا إشعار في هذه الحالة.',
    show_all: 'اعرض كل الإشعارات',
    address: 'العنوان',
    no_address: 'ليس لهذا المفتاح عنوان إشعارات بعد: عيّنه في المفاتيح.',
  },
});
