import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/devices.ts';

export default {
  devices: {
    title: 'الهواتف المرتبطة',
    search: 'ابحث بالمستأجر أو الاسم أو الرقم',
    all: 'كل الهواتف المرتبطة',
    empty: 'لا هاتف مرتبطًا',
    empty_lead: 'يربط المستأجر هاتفه من شاشة القنوات.',
    no_match: 'لم يوجد هاتف',
    no_match_lead: 'لا مستأجر ولا اسم ولا رقم يحتوي على هذا النص.',
    gone: 'لم يعد هذا الهاتف مرتبطًا، أو لا يُراد اتصاله.',
    device: 'الهاتف',
    tenant: 'المستأجر',
    state: 'الحالة',
    healthy: 'سليم',
    offline: 'غير متصل',
    restricted: 'مقيَّد',
    silent: 'صامت',
    offline_help: 'تعيد Parley الاتصال باستمرار. إن بقي غير متصل فقد يكون الهاتف نفسه بلا شبكة.',
    restricted_help: 'يقيّد واتساب هذا الرقم. قلّل الإرسال حتى ينتهي التقييد.',
    silent_help: 'هو متصل، لكنه صامت منذ مدة أطول من المعتاد. تأكد من أن الهاتف يعمل.',
    since: 'منذ',
    reason: 'السبب',
    proxy: 'الخادم الوكيل',
    last_heard: 'آخر ما سُمع',
    never: 'أبدًا',
    worker: 'العملية',
  },
} satisfies CatalogueIn<'ar', typeof english>;
