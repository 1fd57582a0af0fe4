import type { FactData } from '@parley/common/notification-kinds';

export type Language = 'en' | 'ar';

/** Values for the text about one fact, already plain text. */
export interface Words {
  /** The customer's name, or the channel's name for a conversation without one. */
  who: string;
  channel: string;
  at: string;
}

/** Texts of a kind: its heading for one and for many, and one line per fact. */
interface KindTexts<Data> {
  heading(count: number): string;
  line(data: Data, words: Words): string;
}

interface Texts {
  kinds: { [Kind in keyof FactData]: KindTexts<FactData[Kind]> };
  digest(count: number): string;
  more(count: number): string;
  greeting(name: string): string;
  /** Greets somebody who is not known yet. */
  hello: string;
  tenant(name: string): string;
  deployment: string;
  turnOff: Record<keyof FactData, string>;
  turnAllOff: string;
  someone: string;
  confirm: {
    subject: string;
    text(tenant: string): string;
    deployment: string;
    button: string;
    ignore: string;
    code(code: string): string;
  };
}

/** Why a bot stopped. */
type StoppedTexts = Record<FactData['bot_stopped']['reason'], string>;

const STOPPED: StoppedTexts = {
  key_refused: 'its AI key was refused',
  out_of_money: 'the account of its AI key is out of money',
  no_key: 'it has no AI key',
  no_credit: 'the credit does not pay for its answers. It goes on when credit is added',
  cap_reached: 'it reached its cap',
  loop: 'in one conversation it would answer for ever, and is paused there',
};

const STOPPED_AR: StoppedTexts = {
  key_refused: 'رُفض مفتاح الذكاء الاصطناعي',
  out_of_money: 'نفد رصيد حساب الذكاء الاصطناعي',
  no_key: 'لا يوجد مفتاح ذكاء اصطناعي',
  no_credit: 'الرصيد لا يكفي لردوده، ويعود إلى العمل عند إضافة رصيد',
  cap_reached: 'بلغ الحد المسموح',
  loop: 'كان سيرد بلا نهاية في إحدى المحادثات وتم إيقافه فيها مؤقتًا',
};

const en: Texts = {
  kinds: {
    unattended: {
      heading: (count) =>
        count === 1 ? 'A customer is waiting for an answer' : `${count} customers are waiting for an answer`,
      line: (_data, { who, channel, at }) => `${who} (${channel}) has been waiting since ${at}.`,
    },
    hand_over: {
      heading: (count) =>
        count === 1 ? 'The bot asks for a person' : `The bot asks for a person in ${count} conversations`,
      line: (_data, { who, channel, at }) => `${who} (${channel}) is to be answered by a person, since ${at}.`,
    },
    mention: {
      heading: (count) => (count === 1 ? 'You were mentioned in a note' : `You were mentioned in ${count} notes`),
      line: ({ by }, { who, channel, at }) =>
        `${by === '' ? 'The operator' : by} mentioned you in a note on the conversation with ${who} (${channel}) at ${at}.`,
    },
    channel_disconnected: {
      heading: (count) => (count === 1 ? 'A channel was disconnected' : `${count} channels were disconnected`),
      line: ({ account, reason }, { channel, at }) =>
        `${account} (${channel}) was disconnected at ${at}: ${reason}. Messages neither come nor go until it is connected again.`,
    },
    low_credit: {
      heading: () => 'Your credit is running low',
      line: ({ balance, threshold }, { at }) => `Credit fell below ${threshold} at ${at}; ${balance} is left.`,
    },
    webhook_failing: {
      heading: (count) => (count === 1 ? 'A webhook is failing' : `${count} webhooks are failing`),
      line: ({ label, reason }, { at }) =>
        reason === 'breaker'
          ? `The webhook of ${label} does not take events since ${at}. They are tried again.`
          : `The webhook of ${label} was paused at ${at}, because it ${reason === 'gone' ? 'answered 410' : 'failed for too long'}. Its events are kept.`,
    },
    bot_stopped: {
      heading: (count) => (count === 1 ? 'A bot has stopped' : `${count} bots have stopped`),
      line: ({ bot, reason }, { at }) => `${bot} stopped at ${at}: ${STOPPED[reason]}.`,
    },
    provider_app_refused: {
      heading: () => 'A provider refuses the app',
      line: ({ provider, message }, { at }) => `${provider} refused the app at ${at}: ${message}`,
    },
    disk_or_queue_growing: {
      heading: () => 'Disk is short, or work is waiting',
      line: ({ what, value }, { at }) =>
        what === 'disk'
          ? `Only ${value} of disk are free (seen at ${at}).`
          : `Messages, webhooks or notices have been waiting for ${value} (seen at ${at}).`,
    },
  },
  digest: (count) => (count === 1 ? 'Your day: 1 notice' : `Your day: ${count} notices`),
  more: (count) => `… and ${count} more.`,
  greeting: (name) => `Hello ${name},`,
  hello: 'Hello,',
  tenant: (name) => `This is about “${name}”.`,
  deployment: 'This is about your Parley installation.',
  turnOff: {
    unattended: 'No more mails about waiting customers',
    hand_over: 'No more mails when the bot asks for a person',
    mention: 'No more mails about mentions',
    channel_disconnected: 'No more mails about disconnected channels',
    low_credit: 'No more mails about credit',
    webhook_failing: 'No more mails about webhooks',
    bot_stopped: 'No more mails about bots',
    provider_app_refused: 'No more mails about refused apps',
    disk_or_queue_growing: 'No more mails about disk and queue',
  },
  turnAllOff: 'No mails at all',
  someone: 'A customer',
  confirm: {
    subject: 'Confirm your e-mail address',
    text: (tenant) =>
      `A workspace that calls itself “${tenant}” wants to tell you by e-mail what happens there. Open the link to agree.`,
    deployment: 'A Parley installation wants to tell you by e-mail what happens there. Open the link to agree.',
    button: 'Confirm the address',
    ignore: 'If you did not expect this mail, do nothing: without the link you get no other.',
    code: (code) => `${code} is your code to get notices from Parley.`,
  },
};

const ar: Texts = {
  kinds: {
    unattended: {
      heading: (count) => (count === 1 ? 'عميل ينتظر الرد' : `عدد العملاء الذين ينتظرون الرد: ${count}`),
      line: (_data, { who, channel, at }) => `${who} (${channel}) ينتظر الرد منذ ${at}.`,
    },
    hand_over: {
      heading: (count) => (count === 1 ? 'البوت يطلب تدخل موظف' : `عدد المحادثات التي تحتاج إلى موظف: ${count}`),
      line: (_data, { who, channel, at }) => `${who} (${channel}) يحتاج إلى رد من موظف منذ ${at}.`,
    },
    mention: {
      heading: (count) => (count === 1 ? 'أُشير إليك في ملاحظة' : `عدد الملاحظات التي أُشير إليك فيها: ${count}`),
      line: ({ by }, { who, channel, at }) =>
        `إشارة إليك من ${by === '' ? 'المشغّل' : by} في ملاحظة على محادثة ${who} (${channel}) في ${at}.`,
    },
    channel_disconnected: {
      heading: (count) => (count === 1 ? 'انقطع ربط قناة' : `عدد القنوات التي انقطع ربطها: ${count}`),
      line: ({ account, reason }, { channel, at }) =>
        `انقطع ربط ${account} (${channel}) في ${at}: ${reason}. لن تصل الرسائل ولن تُرسل حتى يعاد الربط.`,
    },
    low_credit: {
      heading: () => 'رصيدك على وشك النفاد',
      line: ({ balance, threshold }, { at }) => `انخفض الرصيد عن ${threshold} في ${at}، والمتبقي ${balance}.`,
    },
    webhook_failing: {
      heading: (count) => (count === 1 ? 'تعذّر تسليم الأحداث إلى ويب هوك' : `عدد عناوين الويب هوك المتعطلة: ${count}`),
      line: ({ label, reason }, { at }) =>
        reason === 'breaker'
          ? `الويب هوك الخاص بـ ${label} لا يستقبل الأحداث منذ ${at}، وتُعاد المحاولة.`
          : `أُوقف الويب هوك الخاص بـ ${label} في ${at} لأنه ${reason === 'gone' ? 'أجاب بالرمز 410' : 'تعطّل مدة طويلة'}. الأحداث محفوظة.`,
    },
    bot_stopped: {
      heading: (count) => (count === 1 ? 'توقف بوت عن العمل' : `عدد البوتات المتوقفة: ${count}`),
      line: ({ bot, reason }, { at }) => `توقف ${bot} في ${at}: ${STOPPED_AR[reason]}.`,
    },
    provider_app_refused: {
      heading: () => 'مزوّد الخدمة يرفض التطبيق',
      line: ({ provider, message }, { at }) => `رفض ${provider} التطبيق في ${at}: ${message}`,
    },
    disk_or_queue_growing: {
      heading: () => 'مساحة القرص قليلة أو توجد أعمال متأخرة',
      line: ({ what, value }, { at }) =>
        `${what === 'disk' ? 'المساحة المتبقية على القرص' : 'مدة انتظار الرسائل أو الويب هوك أو التنبيهات'}: ${value} (في ${at}).`,
    },
  },
  digest: (count) => `ملخصك اليومي، عدد التنبيهات: ${count}`,
  more: (count) => `… وغيرها: ${count}.`,
  greeting: (name) => `مرحبًا ${name}،`,
  hello: 'مرحبًا،',
  tenant: (name) => `هذا التنبيه يخص «${name}».`,
  deployment: 'هذا التنبيه يخص نظام Parley لديك.',
  turnOff: {
    unattended: 'إيقاف رسائل العملاء المنتظرين',
    hand_over: 'إيقاف رسائل طلب الموظف',
    mention: 'إيقاف رسائل الإشارات',
    channel_disconnected: 'إيقاف رسائل انقطاع القنوات',
    low_credit: 'إيقاف رسائل الرصيد',
    webhook_failing: 'إيقاف رسائل الويب هوك',
    bot_stopped: 'إيقاف رسائل البوتات',
    provider_app_refused: 'إيقاف رسائل رفض التطبيق',
    disk_or_queue_growing: 'إيقاف رسائل القرص وقائمة الانتظار',
  },
  turnAllOff: 'إيقاف جميع الرسائل',
  someone: 'عميل',
  confirm: {
    subject: 'تأكيد عنوان بريدك الإلكتروني',
    text: (tenant) =>
      `تريد مساحة عمل تسمّي نفسها «${tenant}» إبلاغك عبر البريد الإلكتروني بما يحدث لديها. افتح الرابط للموافقة.`,
    deployment: 'يريد نظام Parley إبلاغك عبر البريد الإلكتروني بما يحدث لديه. افتح الرابط للموافقة.',
    button: 'تأكيد العنوان',
    ignore: 'إذا لم تكن تتوقع هذه الرسالة فلا تفعل شيئًا: لن تصلك رسائل أخرى من دون الرابط.',
    code: (code) => `${code} هو رمزك لاستلام تنبيهات Parley.`,
  },
};

/** Texts of notifications, by language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en, ar };
