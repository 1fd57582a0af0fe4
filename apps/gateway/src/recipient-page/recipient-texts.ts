import type { Language } from '../pair-page/choose-language.ts';

/** Texts of the page of one link, before and after it was followed. */
interface LinkTexts {
  title: string;
  question(address: string): string;
  button: string;
  done(address: string): string;
}

interface RecipientTexts {
  language: string;
  confirm: LinkTexts;
  off: LinkTexts;
  /** Name of what is turned off, by kind; everything if the link names none. */
  kinds: Readonly<Record<string, string>>;
  everything: string;
}

const en: RecipientTexts = {
  language: 'Language',
  confirm: {
    title: 'Confirm your address',
    question: (address) => `Shall ${address} be notified by e-mail of what happens?`,
    button: 'Confirm',
    done: (address) => `${address} is confirmed.`,
  },
  off: {
    title: 'Turn mails off',
    question: (address) => `Shall ${address} get no more of these mails?`,
    button: 'Turn off',
    done: (address) => `${address} gets no more of these mails.`,
  },
  kinds: {
    unattended: 'Waiting customers',
    hand_over: 'Bots that ask for a person',
    mention: 'Notes that mention you',
    channel_disconnected: 'Disconnected channels',
    low_credit: 'Credit',
    webhook_failing: 'Failing webhooks',
    bot_stopped: 'Bots that stopped',
    provider_app_refused: 'Refused apps',
    disk_or_queue_growing: 'Disk and queue',
  },
  everything: 'All mails',
};

const ar: RecipientTexts = {
  language: 'اللغة',
  confirm: {
    title: 'تأكيد عنوانك',
    question: (address) => `هل تريد إرسال التنبيهات إلى ${address}؟`,
    button: 'تأكيد',
    done: (address) => `تم تأكيد ${address}.`,
  },
  off: {
    title: 'إيقاف الرسائل',
    question: (address) => `هل تريد إيقاف هذه الرسائل إلى ${address}؟`,
    button: 'إيقاف',
    done: (address) => `لن تصل هذه الرسائل إلى ${address} بعد الآن.`,
  },
  kinds: {
    unattended: 'العملاء المنتظرون',
    hand_over: 'البوتات التي تطلب موظفًا',
    mention: 'الملاحظات التي تشير إليك',
    channel_disconnected: 'القنوات المنقطعة',
    low_credit: 'الرصيد',
    webhook_failing: 'الويب هوك المتعطل',
    bot_stopped: 'البوتات المتوقفة',
    provider_app_refused: 'رفض التطبيق',
    disk_or_queue_growing: 'القرص وقائمة الانتظار',
  },
  everything: 'جميع الرسائل',
};

/** Texts of the pages behind links in mails, by language. */
export const RECIPIENT_TEXTS: Readonly<Record<Language, RecipientTexts>> = { en, ar };
