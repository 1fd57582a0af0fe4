import { defineTexts } from '../../../i18n/define-texts.ts';

/** Loaded when an assignee is picked, or with an open conversation. */
export const teamTexts = defineTexts({
  en: {
    team: 'Team: {name}',
    assign: 'Assign',
    title: 'Assign conversation',
    find: 'Find a member or a team',
    no_match: 'No matching member or team',
    no_team: 'Remove from the team',
  },
  ar: {
    team: 'الفريق: {name}',
    assign: 'إسناد',
    title: 'إسناد المحادثة',
    find: 'ابحث عن عضو أو فريق',
    no_match: 'لا عضو ولا فريق مطابق',
    no_team: 'إزالة من الفريق',
  },
});
