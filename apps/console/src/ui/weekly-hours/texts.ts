import { defineTexts } from '../../i18n/define-texts.ts';

export const hoursTexts = defineTexts({
  en: {
    time_zone: 'Time zone',
    days: 'Days',
    from: 'From',
    to: 'Until',
    more_hours: 'Add hours',
    fewer_hours: 'Remove the last',
  },
  ar: {
    time_zone: 'المنطقة الزمنية',
    days: 'الأيام',
    from: 'من',
    to: 'حتى',
    more_hours: 'ساعات أخرى',
    fewer_hours: 'أزل الأخيرة',
  },
});
