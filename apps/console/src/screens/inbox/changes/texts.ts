import { defineTexts } from '../../../i18n/define-texts.ts';

/** Loaded with the thread. */
export const changeTexts = defineTexts({
  en: {
    assigned: '{by} assigned this to {name}',
    took: '{by} took this over',
    unassigned: '{by} removed the assignee',
    team: '{by} assigned this to the team {name}',
    no_team: '{by} removed this from its team',
    open: '{by} reopened this',
    resolved: '{by} resolved this',
    archived: '{by} archived this',
    snoozed: '{by} snoozed this until {time}',
    snoozed_until_answer: '{by} snoozed this until the customer answers',
    woken: '{by} brought this back to the inbox',
    due: 'Back in the inbox: the snooze is over',
  },
  ar: {
    assigned: 'أسند {by} المحادثة إلى {name}',
    took: 'تولى {by} المحادثة',
    unassigned: 'ألغى {by} إسناد المحادثة',
    team: 'أسند {by} المحادثة إلى فريق {name}',
    no_team: 'أزال {by} المحادثة من فريقها',
    open: 'فتح {by} المحادثة من جديد',
    resolved: 'أنهى {by} المحادثة',
    archived: 'أرشف {by} المحادثة',
    snoozed: 'أجّل {by} المحادثة إلى {time}',
    snoozed_until_answer: 'أجّل {by} المحادثة إلى أن يرد العميل',
    woken: 'أعاد {by} المحادثة إلى صندوق الوارد',
    due: 'عادت المحادثة إلى صندوق الوارد: انتهى التأجيل',
  },
});
