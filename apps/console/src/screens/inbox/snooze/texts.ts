import { defineTexts } from '../../../i18n/define-texts.ts';

/** Loaded when a snooze is shown or picked. */
export const snoozeTexts = defineTexts({
  en: {
    snooze: 'Snooze',
    title: 'Snooze {name}',
    find: 'Until when?',
    no_match: 'No matching time',
    wake: 'Move back to the inbox now',
    later: 'Later today, {time}',
    tomorrow: 'Tomorrow morning, {time}',
    next_week: 'Next week, {time}',
    answer: 'Until the customer answers',
    other: 'Choose a date and time',
    at: 'Until',
    set: 'Snooze',
    until: 'Snoozed until {time}',
    until_answer: 'Snoozed until an answer',
  },
  ar: {
    snooze: 'تأجيل',
    title: 'تأجيل {name}',
    find: 'إلى متى؟',
    no_match: 'لا موعد مطابق',
    wake: 'إعادتها إلى صندوق الوارد الآن',
    later: 'لاحقًا اليوم، {time}',
    tomorrow: 'صباح الغد، {time}',
    next_week: 'الأسبوع المقبل، {time}',
    answer: 'إلى أن يرد العميل',
    other: 'اختيار تاريخ ووقت',
    at: 'إلى',
    set: 'تأجيل',
    until: 'مؤجلة إلى {time}',
    until_answer: 'مؤجلة إلى أن يرد العميل',
  },
});
