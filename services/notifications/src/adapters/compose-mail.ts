import MailComposer from 'nodemailer/lib/mail-composer';
import { renderHtml } from '../domain/render-html.ts';
import { type Message, plainValue, renderText } from '../domain/render-message.ts';

/** Who a mail is from and for, and what makes it one of a kind. */
export interface MailHead {
  /** The notification: a mail that is made again has the same Message-ID. */
  id: string;
  from: string;
  to: string;
  toName: string;
  /** One click turns the kind off (RFC 8058); null: there is nothing to turn off. */
  unsubscribeUrl: string | null;
  at: Date;
}

/** The mail's bytes: text and HTML. Names and headings are one line each before they come here; the composer encodes them. */
export function composeMail(message: Message, head: MailHead): Promise<Buffer> {
  return new MailComposer({
    from: { name: 'Parley', address: head.from },
    to: { name: plainValue(head.toName), address: head.to },
    subject: plainValue(message.heading),
    messageId: `<${head.id}@${head.from.slice(head.from.lastIndexOf('@') + 1)}>`,
    date: head.at,
    headers: {
      ...(head.unsubscribeUrl === null
        ? {}
        : {
            'List-Unsubscribe': `<${head.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
      'Auto-Submitted': 'auto-generated',
      'Content-Language': message.language,
    },
    text: renderText(message),
    html: renderHtml(message),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
