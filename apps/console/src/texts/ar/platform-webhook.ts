import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/platform-webhook.ts';

export default {
  platformWebhook: {
    tenant: 'إشعارات المنصة',
    deployment: 'إشعارات المنصة كلها',
    make: 'أعدّه',
    change: 'تغيير',
    empty: 'لا يوجد عنوان لإشعارات المنصة',
    empty_lead: 'أعدّه لتتابع المحادثات والبوتات والتنبيهات من نظام لديك.',
    url: 'العنوان',
    url_hint: 'عنوان https لك؛ يُوقَّع كل حدث بسره.',
    events: 'الأحداث',
    lacks_event: 'اختر حدثًا واحدًا على الأقل.',
    secret: 'سر التوقيع',
    secret_lead: 'انسخه الآن: يُعرض مرة واحدة. السر السابق يوقّع معه 24 ساعة.',
    health: 'كيف حاله',
    rotate: 'تبديل السر',
    rotate_title: 'تبديل سر التوقيع؟',
    rotate_lead:
      'يحتاج النظام المستقبِل إلى السر الجديد. يبقى سر سابق واحد فقط صالحًا لمدة 24 ساعة، والتبديل مرة أخرى خلالها يعطّل نظامًا ما زال يستخدم السر الأقدم.',
    delete: 'حذف',
    delete_title: 'حذف عنوان إشعارات المنصة؟',
    delete_lead: 'ما ينتظره ينتهي بالفشل. لا يمكن التراجع عن ذلك.',
    deliveries: 'الإشعارات المرسلة',
    no_deliveries: 'لم يُرسل شيء بعد. أرسل حدثًا تجريبيًا.',
  },
} satisfies CatalogueIn<'ar', typeof english>;
