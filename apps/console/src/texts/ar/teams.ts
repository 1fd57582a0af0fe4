import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/teams.ts';

export default {
  teams: {
    title: 'الفرق',
    empty: 'لا فرق بعد',
    empty_lead: 'يمكن إسناد المحادثات إلى فريق من الأعضاء، وإلى أحدهم بالتناوب.',
    create: 'إنشاء فريق',
    edit: 'تعديل الفريق',
    name: 'الاسم',
    members: 'الأعضاء',
    by_turns: 'إسناد المحادثات بالتناوب',
    turns: 'التناوب',
    on: 'مفعّل',
    off: 'غير مفعّل',
    edit_action: 'تعديل',
    delete_action: 'حذف',
    delete_title: 'حذف الفريق {name}؟',
    delete_lead: 'تبقى محادثاته عند المسؤولين عنها. العروض المحفوظة التي تصفّي به لن تجد شيئًا.',
    actions: 'إجراءات {name}',
    count: {
      zero: 'لا أعضاء',
      one: 'عضو واحد',
      two: 'عضوان',
      few: '{count} أعضاء',
      many: '{count} عضوًا',
      other: '{count} عضو',
    },
  },
} satisfies CatalogueIn<'ar', typeof english>;
