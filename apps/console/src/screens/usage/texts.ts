import { defineTexts } from '../../i18n/define-texts.ts';

export const usageTexts = defineTexts({
  en: {
    title: 'Usage',
    lead: 'Messages by day and channel, in UTC.',
    days: 'Time',
    last: {
      one: 'Last day',
      other: 'Last {count} days',
    },
    day: 'Day',
    channel: 'Channel',
    messages_in: 'In',
    messages_out: 'Out',
    messages_failed: 'Failed',
    chart: 'Messages in and out by day; the table below has the figures',
    empty: 'No messages in this time',
    empty_lead: 'Send a first message with a key, or choose a longer time.',
    save: 'Save as CSV',
  },
  ar: {
    title: 'الاستخدام',
    lead: 'الرسائل بحسب اليوم والقناة، بالتوقيت العالمي.',
    days: 'المدة',
    last: {
      zero: 'اليوم',
      one: 'آخر يوم',
      two: 'آخر يومين',
      few: 'آخر {count} أيام',
      many: 'آخر {count} يومًا',
      other: 'آخر {count} يوم',
    },
    day: 'اليوم',
    channel: 'القناة',
    messages_in: 'واردة',
    messages_out: 'صادرة',
    messages_failed: 'فاشلة',
    chart: 'الرسائل الواردة والصادرة بحسب اليوم؛ والأرقام في الجدول أدناه',
    empty: 'لا رسائل في هذه المدة',
    empty_lead: 'أرسل أول رسالة بمفتاح، أو اختر مدة أطول.',
    save: 'احفظ بصيغة CSV',
  },
});
