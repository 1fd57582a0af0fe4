import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/canned-replies.ts';

export default {
  cannedReplies: {
    title: 'الردود الجاهزة',
    empty: 'لا ردود جاهزة بعد',
    empty_lead: 'جهّز الردود التي تتكرر، ثم أدرجها في صندوق الوارد بالعلامة /.',
    create: 'إنشاء رد جاهز',
    name: 'العنوان',
    text: 'النص',
    text_hint: 'تُملأ الحقول {fields} عند إدراج الرد.',
    refused: 'الحقول المتاحة هي {fields} فقط.',
    changed: 'آخر تعديل',
    edit: 'تعديل',
    remove: 'حذف',
    actions: 'إجراءات {name}',
    remove_title: 'حذف «{name}»؟',
    remove_lead: 'تبقى الرسائل التي أُرسلت به كما هي.',
    search: 'بحث',
    nothing: 'لا يوجد رد جاهز مطابق',
    nothing_lead: 'ابحث عن كلمات أخرى.',
  },
} satisfies CatalogueIn<'ar', typeof english>;
