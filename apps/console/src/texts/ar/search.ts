import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/search.ts';

export default {
  search: {
    title: 'البحث',
    field: 'ابحث عن',
    hint: 'لا فرق في العربية بين التشكيل والهمزات وكتابة ة و ى.',
    empty: 'لم يُبحث عن شيء بعد',
    empty_lead: 'اكتب كلمة أو اسمًا أو رقمًا أو وسمًا أو معرّف رسالة أو محادثة.',
    people: 'الأشخاص',
    no_people: 'لا أحد.',
    labelled: 'محادثات بهذا الوسم',
    more_labelled: 'محادثات أكثر',
    messages: 'الرسائل',
    no_messages: 'لا رسائل.',
    from_customer: 'العميل',
    from_us: 'نحن',
    taken_back: 'سُحبت',
    file: 'ملف',
    more: 'رسائل أكثر',
    more_people: 'أشخاص أكثر',
    by_id: 'له هذا المعرّف',
  },
} satisfies CatalogueIn<'ar', typeof english>;
