import { defineTexts } from '../../i18n/define-texts.ts';

/** Loaded with an open conversation, or a selection. */
export const actionTexts = defineTexts({
  en: {
    back: 'Back to the conversations',
    resolve: 'Resolve',
    reopen: 'Reopen',
    archive: 'Archive',
    assign_me: 'Assign to me',
    unassign: 'Unassign',
    actions: 'More actions',
    bot_paused: 'Bot paused',
    bot_pause: 'Pause the bot',
    bot_resume: 'Resume the bot',
    person_show: 'Show person',
    person_hide: 'Hide person',
  },
  ar: {
    back: 'العودة إلى المحادثات',
    resolve: 'إنهاء',
    reopen: 'فتح من جديد',
    archive: 'أرشفة',
    assign_me: 'أسندها إليّ',
    unassign: 'إلغاء الإسناد',
    actions: 'المزيد لهذه المحادثة',
    bot_paused: 'البوت متوقف',
    bot_pause: 'أوقف البوت',
    bot_resume: 'شغّل البوت من جديد',
    person_show: 'اعرض الشخص',
    person_hide: 'أخفِ الشخص',
  },
});
