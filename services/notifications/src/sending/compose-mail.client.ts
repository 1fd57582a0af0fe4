import { renderHtml } from '../wording/render-html.rules.ts';
import { type Message, plainValue, renderText } from '../wording/render-message.rules.ts';

/** A mail before its sender is known. */
export interface Mail {
  /** Id of the notification: a mail that is composed again has the same Message-ID. */
  id: string;
  to: string;
  toName: string;
  /** One click turns the kind off (RFC 8058); null: it is no notification, and there is nothing to turn off. */
  unsubscribeUrl: string | null;
  message: Message;
}

/**
 * Composes the bytes of a mail with text and HTML. Names and headings must be single lines; the composer encodes them.
 */
export async function composeMail(
  { id, to, toName, unsubscribeUrl, message }: Mail,
  { from, at }: { from: string; at: Date },
): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  return new MailComposer({
    from: { name: 'Parley', address: from },
    to: { name: plainValue(toName), address: to },
    subject: plainValue(message.heading),
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: at,
    headers: {
      ...(unsubscribeUrl === null
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
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
