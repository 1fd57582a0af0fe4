import { pluralsOf } from '@parley/common/languages/plural';
import type { FactData } from '@parley/common/workspace/notification-kinds';
import type { Catalogue } from './catalogue.rules.ts';

const plural = pluralsOf('ar');

/** The reason why a bot stopped. */
const STOPPED: Record<FactData['bot_stopped']['reason'], string> = {
  key_refused: 'رُفض مفتاح الذكاء الاصطناعي',
  out_of_money: 'نفد رصيد حساب الذكاء الاصطناعي',
  no_key: 'لا يوجد مفتاح ذكاء اصطناعي',
  no_credit: 'الرصيد لا يكفي لردوده، ويعود إلى العمل عند إضافة رصيد',
  cap_reached: 'بلغ الحد المسموح',
  loop: 'كان سيرد بلا نهاية في إحدى المحادثات وتم إيقافه فيها مؤقتًا',
};

export const ar: Catalogue = {
  kinds: {
    unattended: {
      heading: (count) =>
        plural(count, {
          zero: 'لا عملاء ينتظرون الرد',
          one: 'عميل ينتظر الرد',
          two: 'عميلان ينتظران الرد',
          few: `${count} عملاء ينتظرون الرد`,
          many: `${count} عميلًا ينتظرون الرد`,
          other: `${count} عميل ينتظرون الرد`,
        }),
      line: (_data, { who, channel, at }) => `${who} (${channel}) ينتظر الرد منذ ${at}.`,
    },
    hand_over: {
      heading: (count) =>
        plural(count, {
          zero: 'لا محادثات تحتاج إلى موظف',
          one: 'البوت يطلب تدخل موظف',
          two: 'البوت يطلب تدخل موظف في محادثتين',
          few: `البوت يطلب تدخل موظف في ${count} محادثات`,
          many: `البوت يطلب تدخل موظف في ${count} محادثة`,
          other: `البوت يطلب تدخل موظف في ${count} محادثة`,
        }),
      line: (_data, { who, channel, at }) => `${who} (${channel}) يحتاج إلى رد من موظف منذ ${at}.`,
    },
    mention: {
      heading: (count) =>
        plural(count, {
          zero: 'لا ملاحظات تشير إليك',
          one: 'أُشير إليك في ملاحظة',
          two: 'أُشير إليك في ملاحظتين',
          few: `أُشير إليك في ${count} ملاحظات`,
          many: `أُشير إليك في ${count} ملاحظة`,
          other: `أُشير إليك في ${count} ملاحظة`,
        }),
      line: ({ by }, { who, channel, at }) =>
        `إشارة إليك من ${by === '' ? 'المشغّل' : by} في ملاحظة على محادثة ${who} (${channel}) في ${at}.`,
    },
    channel_disconnected: {
      heading: (count) =>
        plural(count, {
          zero: 'لا قنوات منقطعة',
          one: 'انقطع ربط قناة',
          two: 'انقطع ربط قناتين',
          few: `انقطع ربط ${count} قنوات`,
          many: `انقطع ربط ${count} قناة`,
          other: `انقطع ربط ${count} قناة`,
        }),
      line: ({ account, reason }, { channel, at }) =>
        `انقطع ربط ${account} (${channel}) في ${at}: ${reason}. لن تصل الرسائل ولن تُرسل حتى يعاد الربط.`,
    },
    channel_ends_soon: {
      heading: (count) =>
        plural(count, {
          zero: 'لا قنوات تنتهي قريبًا',
          one: 'قناة تنتهي قريبًا',
          two: 'قناتان تنتهيان قريبًا',
          few: `${count} قنوات تنتهي قريبًا`,
          many: `${count} قناة تنتهي قريبًا`,
          other: `${count} قناة تنتهي قريبًا`,
        }),
      line: ({ account, cause }, { channel, at }) =>
        cause === 'token'
          ? `ينتهي تفويض ${account} (${channel}) في ${at}. اربطها من جديد في لوحة التحكم قبل ذلك: تبقى محادثاتها.`
          : `لم يُستخدم تطبيق واتساب للأعمال الخاص بـ ${account} منذ أيام. افتحه على الهاتف قبل ${at}، وإلا أنهى واتساب الربط.`,
    },
    low_credit: {
      heading: () => 'رصيدك على وشك النفاد',
      line: ({ balance, threshold }, { at }) => `انخفض الرصيد عن ${threshold} في ${at}، والمتبقي ${balance}.`,
    },
    webhook_failing: {
      heading: (count) =>
        plural(count, {
          zero: 'لا عناوين ويب هوك متعطلة',
          one: 'تعذّر تسليم الأحداث إلى ويب هوك',
          two: 'تعذّر تسليم الأحداث إلى عنواني ويب هوك',
          few: `تعذّر تسليم الأحداث إلى ${count} عناوين ويب هوك`,
          many: `تعذّر تسليم الأحداث إلى ${count} عنوان ويب هوك`,
          other: `تعذّر تسليم الأحداث إلى ${count} عنوان ويب هوك`,
        }),
      line: ({ label, reason }, { at }) =>
        reason === 'breaker'
          ? `الويب هوك الخاص بـ ${label} لا يستقبل الأحداث منذ ${at}، وتُعاد المحاولة.`
          : `أُوقف الويب هوك الخاص بـ ${label} في ${at} لأنه ${reason === 'gone' ? 'أجاب بالرمز 410' : 'تعطّل مدة طويلة'}. الأحداث محفوظة.`,
    },
    bot_stopped: {
      heading: (count) =>
        plural(count, {
          zero: 'لا بوتات متوقفة',
          one: 'توقف بوت عن العمل',
          two: 'توقف بوتان عن العمل',
          few: `توقفت ${count} بوتات عن العمل`,
          many: `توقف ${count} بوتًا عن العمل`,
          other: `توقف ${count} بوت عن العمل`,
        }),
      line: ({ bot, reason }, { at }) => `توقف ${bot} في ${at}: ${STOPPED[reason]}.`,
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
  digest: (count) =>
    plural(count, {
      zero: 'ملخصك اليومي: لا تنبيهات',
      one: 'ملخصك اليومي: تنبيه واحد',
      two: 'ملخصك اليومي: تنبيهان',
      few: `ملخصك اليومي: ${count} تنبيهات`,
      many: `ملخصك اليومي: ${count} تنبيهًا`,
      other: `ملخصك اليومي: ${count} تنبيه`,
    }),
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
    channel_ends_soon: 'إيقاف رسائل القنوات التي تنتهي قريبًا',
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
  account: {
    invitation: {
      heading: 'دعوة للانضمام إلى Parley',
      about: (workspace) =>
        `تدعوك مساحة عمل تسمّي نفسها «${workspace}» للانضمام إليها. افتح الرابط لاختيار اسم وكلمة مرور.`,
      button: 'الانضمام إلى مساحة العمل',
      notice: 'الرابط صالح لمدة 7 أيام ويُستخدم مرة واحدة. إذا لم تكن تتوقع هذه الرسالة فلا تفعل شيئًا.',
    },
    password_reset: {
      heading: 'تعيين كلمة مرور جديدة',
      about: () => 'طلب شخص ما، ويُرجّح أنه أنت، كلمة مرور جديدة لهذا الحساب.',
      button: 'تعيين كلمة مرور جديدة',
      notice: 'الرابط صالح لمدة ساعة ويُستخدم مرة واحدة. إذا لم تطلب ذلك فلا تفعل شيئًا: تبقى كلمة مرورك كما هي.',
    },
  },
  push: { message: 'رسالة جديدة', mention: 'أشار إليك أحد الزملاء' },
};
