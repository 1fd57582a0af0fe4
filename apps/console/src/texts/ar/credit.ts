import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/credit.ts';

export default {
  credit: {
    title: 'الرصيد',
    balance: 'الرصيد الحالي',
    plan: 'الخطة',
    threshold: 'يُبلَّغ دون',
    never: 'أبدًا',
    ledger: 'حركات الرصيد',
    empty: 'لا حركة بعد',
    empty_lead: 'يضيف مشغّل هذه المنصة الرصيد؛ بعدها يمكن إرسال أول رسالة.',
    at: 'الوقت',
    kind: 'النوع',
    top_up: 'إضافة',
    adjustment: 'تسوية',
    reserve: 'رسالة',
    refund: 'رد',
    bot: 'رد آلي',
    amount: 'المبلغ',
    message: 'معرّف الرسالة',
    category: 'فئة القالب',
    note: 'ملاحظة',
  },
} satisfies CatalogueIn<'ar', typeof english>;
