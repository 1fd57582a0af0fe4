import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/labels.ts';

export default {
  labels: {
    title: 'الوسوم',
    empty: 'لا وسوم بعد',
    empty_lead: 'ترتّب الوسوم المحادثات بحسب الموضوع أو الأهمية أو العميل.',
    create: 'إنشاء وسم',
    edit: 'تعديل الوسم',
    name: 'العنوان',
    color: 'اللون',
    edit_action: 'تعديل',
    delete_action: 'حذف',
    delete_title: 'حذف الوسم {title}؟',
    delete_lead: 'يُزال من كل محادثة. العروض المحفوظة التي تصفّي به لن تجد شيئًا.',
    actions: 'إجراءات {title}',
    gray: 'رمادي',
    red: 'أحمر',
    orange: 'برتقالي',
    yellow: 'أصفر',
    green: 'أخضر',
    teal: 'فيروزي',
    blue: 'أزرق',
    purple: 'بنفسجي',
    pink: 'وردي',
  },
} satisfies CatalogueIn<'ar', typeof english>;
