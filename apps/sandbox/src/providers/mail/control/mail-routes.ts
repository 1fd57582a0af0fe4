import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { ControlError } from '../../../control/control-error.ts';
import { mountControls } from '../../../control/mount-controls.ts';
import { renderPage } from '../../../http/render-page.ts';
import type { Mailbox, TakenMail } from '../state/mailbox.ts';
import type { MailServer } from '../wire/mail-server.ts';
import { MAIL_CONTROLS } from './mail-controls.ts';

const MailPath = z.object({ number: z.coerce.number().int().min(1) });

interface Deps {
  mailbox: Mailbox;
  server: () => Pick<MailServer, 'offerStartTls' | 'ca'> | null;
}

const list = (mails: readonly TakenMail[]): string =>
  mails.length === 0
    ? '<p class="note">No mail has come yet.</p>'
    : `<ul>${mails
        .map(
          ({ number, at, to, subject }) =>
            `<li><a href="/sandbox/mail/${number}"><bdi>${escapeHtml(subject)}</bdi></a><small>${escapeHtml(to)} · ${at}</small></li>`,
        )
        .join('')}</ul>`;

const one = ({ number, from, to, subject, at, text, headers }: TakenMail): string => `
<h1><bdi>${escapeHtml(subject)}</bdi></h1>
<p class="note">From ${escapeHtml(from)}<br>To ${escapeHtml(to)}<br>${at}<br>List-Unsubscribe: ${escapeHtml(headers['list-unsubscribe'] ?? 'none')}</p>
<p><a href="/sandbox/mail/${number}/html">As HTML</a> · <a href="/sandbox/mail">All mails</a></p>
<pre dir="auto" style="white-space:pre-wrap">${escapeHtml(text)}</pre>`;

/** The received mails, for people and for tests, and the mail server's behaviour (docs/operations/sandbox.md). */
export function mailRoutes(app: FastifyInstance, { mailbox, server }: Deps): void {
  const find = (params: unknown): TakenMail => {
    const { number } = MailPath.parse(params);
    const mail = mailbox.mails.all().find((taken) => taken.number === number);
    if (!mail) throw new ControlError(404, 'unknown_mail', 'There is no such mail.');
    return mail;
  };
  const page = (reply: FastifyReply, title: string, content: string): FastifyReply => {
    const { status, headers, body } = renderPage(200, title, content);
    return reply
      .code(status)
      .headers(headers ?? {})
      .send(body);
  };

  app.get('/sandbox/mail', (_request, reply) =>
    page(reply, 'Mails', `<h1>Mails</h1>${list(mailbox.mails.all().toReversed())}`),
  );
  app.get('/sandbox/mail/:number', (request, reply) => {
    const mail = find(request.params);
    return page(reply, mail.subject, one(mail));
  });
  app.get('/sandbox/mail/:number/html', (request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups",
      })
      .send(find(request.params).html),
  );
  mountControls(app, MAIL_CONTROLS, {
    taken: () => ({ mails: mailbox.mails.all(), ca: server()?.ca ?? null }),
    behaveMail({ behaviour, count, starttls }) {
      if (behaviour) mailbox.behaviour.behave(behaviour, count);
      if (starttls !== undefined) server()?.offerStartTls(starttls);
    },
  });
}
