import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/stuck-webhooks.ts';

export default {
  stuck: {
    title: 'إشعارات ويب متوقفة',
    search: 'ابحث بالمستأجر أو المفتاح أو العنوان',
    all: 'كل الإشعارات المتوقفة',
    empty: 'لا إشعارات ويب متوقفة',
    empty_lead: 'يظهر إشعار الويب هنا ما دام متوقفًا تلقائيًا، أو يتكرر فشله، أو متأخرًا.',
    no_match: 'لم يوجد إشعار متوقف',
    no_match_lead: 'لا مستأجر ولا مفتاح ولا عنوان يحتوي على هذا النص.',
    gone: 'إشعار الويب هذا غير متوقف.',
    tenant: 'المستأجر',
    deployment: 'المنصة',
    webhook: 'إشعار الويب',
    platform_webhook: 'إشعارات المنصة',
    why: 'السبب',
    paused: 'أوقفناه',
    breaker: 'يفشل',
    late: 'متأخر',
    since: 'منذ',
    address: 'العنوان',
    failures: 'مرات الفشل المتتالية',
    last_attempt: 'آخر محاولة',
    last_error: 'آخر خطأ',
    oldest_due: 'موعد أقدم تسليم',
    resumes: 'المحاولة التالية',
    actions: 'إجراءات',
    resume: 'استئناف',
    replay: 'أعد إرسال كل ما فشل',
  },
} satisfies CatalogueIn<'ar', typeof english>;
