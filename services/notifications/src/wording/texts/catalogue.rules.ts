import type { sendAccountMail } from '@parley/common/contracts/internal/send-account-mail';
import type { InputOf } from '@parley/common/define-contract';
import type { FactData } from '@parley/common/workspace/notification-kinds';

/** Values for the text about one fact, already plain text. */
export interface Words {
  /** The customer's name, or the channel's name for a conversation without one. */
  who: string;
  channel: string;
  /** When it happened, or when what is announced happens. */
  at: string;
}

/** Texts of a kind: its heading for one and for many, and one line per fact. */
interface KindTexts<Data> {
  heading(count: number): string;
  line(data: Data, words: Words): string;
}

/** The four texts of a mail with a one-time link. */
interface AccountTexts {
  heading: string;
  about(workspace: string): string;
  button: string;
  notice: string;
}

export type AccountMail = InputOf<typeof sendAccountMail>;

/** Texts of mails, SMS and pushes in one language (CONTRIBUTING.md#how-to-add-a-language). */
export interface Catalogue {
  kinds: { [Kind in keyof FactData]: KindTexts<FactData[Kind]> };
  digest(count: number): string;
  more(count: number): string;
  greeting(name: string): string;
  /** Greets a person whose name is unknown. */
  hello: string;
  tenant(name: string): string;
  deployment: string;
  turnOff: Record<keyof FactData, string>;
  turnAllOff: string;
  /** Stands for a customer without a name. */
  someone: string;
  confirm: {
    subject: string;
    text(tenant: string): string;
    deployment: string;
    button: string;
    ignore: string;
    code(code: string): string;
  };
  /** Mails with a one-time link. */
  account: Readonly<Record<AccountMail['kind'], AccountTexts>>;
  /** Titles of pushes. */
  push: { message: string; mention: string };
}
