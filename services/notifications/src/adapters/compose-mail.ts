import MailComposer from 'nodemailer/lib/mail-composer';
import { renderHtml } from '../domain/render-html.ts';
import { type Message, plainValue, renderText } from '../domain/render-message.ts';

/** Sender and recipient of a mail, and the values of its unique headers. */
export interface MailHead {
  /** Id of the notification: a mail that is composed again has the same Message-ID. */
  id: string;
  from: string;
  to: string;
  toName: string;
  /** One click turns the kind off (RFC 8058); null: there is nothing to turn off. */
  unsubscribeUrl: string | null;
  at: Date;
}

/**
 * Composes the bytes of a mail with text and HTML. Names and headings must be single lines; the composer encodes them.
 */
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
