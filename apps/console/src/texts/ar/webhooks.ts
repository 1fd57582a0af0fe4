import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/webhooks.ts';

export default {
  webhooks: {
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
    catalogue: 'دليل الأحداث',
    event: 'الحدث',
    send_to: 'إرسال إلى',
    choose_key: 'اختر مفتاحًا',
    send_sample: 'أرسل هذا الحدث تجربةً',
    last_day: 'آخر 24 ساعة',
    success_rate: 'نسبة النجاح',
    p95: 'المدة (p95)',
    milliseconds: '{value} م.ث',
    counted: {
      zero: 'لا إشعارات',
      one: 'من إشعار واحد',
      two: 'من إشعارين',
      few: 'من {count} إشعارات',
      many: 'من {count} إشعارًا',
      other: 'من {count} إشعار',
    },
    counted_newest: {
      zero: 'لا إشعارات',
      one: 'من آخر إشعار',
      two: 'من آخر إشعارين',
      few: 'من آخر {count} إشعارات',
      many: 'من آخر {count} إشعارًا',
      other: 'من آخر {count} إشعار',
    },
  },
} satisfies CatalogueIn<'ar', typeof english>;
