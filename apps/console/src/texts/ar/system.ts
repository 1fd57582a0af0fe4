import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/system.ts';

export default {
  system: {
    title: 'النظام',
    apps: 'التطبيقات لدى المزودين',
    apps_lead: 'أعطِ المزود العنوانين: العنوان الذي يستدعيه، والعنوان الذي يعيد إليه بعد الموافقة.',
    app: 'التطبيق',
    meta: 'ميتا',
    tiktok: 'تيك توك',
    configured: 'مضبوط',
    missing: 'غير مضبوط',
    addresses: 'العناوين',
    last_message: 'آخر رسالة',
    last_refused: 'آخر رفض',
    versions: 'الإصدارات',
    parley: 'Parley',
    node: 'Node.js',
    postgresql: 'PostgreSQL',
    migration: 'مخطط قاعدة البيانات',
    workers: 'العمليات العاملة',
    workers_rule:
      'الإصدارات هي إصدارات العملية التي أجابت. لا تُدرج إلا العمليات التي تحجز عملًا لنفسها، أما البوابات وخدمات accounts وfiles وinbound وinbox وsend فلا تحجز شيئًا، ولذلك تعمل دون أن تظهر هنا.',
    service: 'الخدمة',
    state: 'الحالة',
    worker: 'العملية',
    since: 'منذ',
  },
} satisfies CatalogueIn<'ar', typeof english>;
