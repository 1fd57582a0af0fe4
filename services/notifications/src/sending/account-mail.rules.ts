import type { sendAccountMail } from '@parley/common/contracts/internal/send-account-mail';
import type { InputOf } from '@parley/common/define-contract';
import { type Language, TEXTS } from '../wording/notification-texts.rules.ts';
import { chosenName, type Message, plainValue } from '../wording/render-message.rules.ts';

type AccountMail = InputOf<typeof sendAccountMail>;

interface KindTexts {
  heading: string;
  about(workspace: string): string;
  button: string;
  notice: string;
}

const ACCOUNT_TEXTS: Readonly<Record<Language, Readonly<Record<AccountMail['kind'], KindTexts>>>> = {
  en: {
    invitation: {
      heading: 'You are invited to Parley',
      about: (workspace) =>
        `A workspace that calls itself “${workspace}” invites you. Open the link to choose a name and a password.`,
      button: 'Join the workspace',
      notice: 'The link is valid for 7 days and works once. If you did not expect this mail, ignore it.',
    },
    password_reset: {
      heading: 'Set a new password',
      about: () => 'Somebody, probably you, asked for a new password of this account.',
      button: 'Set a new password',
      notice:
        'The link is valid for an hour and works once. If you did not ask for it, ignore this mail: your password does not change.',
    },
  },
  ar: {
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
};

/** The text of a mail with a one-time link. */
export function describeAccountMail({ kind, to, language, workspace, url }: AccountMail): Message {
  const { heading, about, button, notice } = ACCOUNT_TEXTS[language][kind];
  return {
    language,
    heading,
    greeting: TEXTS[language].greeting(plainValue(to)),
    about: about(chosenName(workspace ?? 'Parley')),
    lines: [],
    action: { label: button, url },
    notice,
    footer: [],
  };
}
