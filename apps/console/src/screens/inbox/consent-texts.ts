import { defineTexts } from '../../i18n/define-texts.ts';

/** Loaded with the panel of a person. */
export const consentTexts = defineTexts({
  en: {
    marketing: 'Marketing messages',
    takes: 'Accepted',
    opted_out: 'Opted out',
    by_customer: 'Opted out by message on {at}',
    by_platform: 'Opted out in WhatsApp on {at}',
    by_operator: 'Opted out by your team on {at}',
    opt_out: 'Opt out',
    opt_in: 'Opt in again',
  },
  ar: {
    marketing: 'الرسائل التسويقية',
    takes: 'مقبولة',
    opted_out: 'ملغى الاشتراك',
    by_customer: 'ألغى الاشتراك برسالة في {at}',
    by_platform: 'ألغى الاشتراك من واتساب في {at}',
    by_operator: 'ألغى فريقك الاشتراك في {at}',
    opt_out: 'إلغاء الاشتراك',
    opt_in: 'إعادة الاشتراك',
  },
});
