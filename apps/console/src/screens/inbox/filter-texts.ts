import { defineTexts } from '../../i18n/define-texts.ts';

/** Loaded with the popover of the filters. */
export const filterTexts = defineTexts({
  en: {
    all_channels: 'All channels',
    channel: 'Channel',
    state: 'State',
    assignee: 'Assigned to',
    everybody: 'Anybody',
    nobody: 'Nobody',
    only_unread: 'Only unread',
    dense: 'Compact rows',
  },
  ar: {
    all_channels: 'كل القنوات',
    channel: 'القناة',
    state: 'الحالة',
    assignee: 'المسؤول',
    everybody: 'أي شخص',
    nobody: 'لا أحد',
    only_unread: 'غير المقروءة فقط',
    dense: 'صفوف مضغوطة',
  },
});
