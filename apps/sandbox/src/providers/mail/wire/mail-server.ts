import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { makeCertificate } from '../../../certificate/make-certificate.ts';
import type { Mailbox, TakenMail } from '../state/mailbox.ts';
import { readMail } from './read-mail.ts';

export interface MailServerOptions {
  host: string;
  /** 0 selects any free port. */
  port: number;
  mailbox: Mailbox;
  now: () => number;
}

export interface MailServer {
  port: number;
  /** The CA of the STARTTLS certificate: PEM. */
  ca: string;
  /** Whether STARTTLS is offered; off by default, because no client trusts its CA. */
  offerStartTls(offered: boolean): void;
  close(): Promise<void>;
}

/** The only wrong password; all others are accepted. */
export const WRONG_PASSWORD = 'wrong';

const answerWith = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** A mail server that stores received mails: AUTH, STARTTLS on demand, and the failures of {@link MailBehaviour}. */
export async function startMailServer({ host, port, mailbox, now }: MailServerOptions): Promise<MailServer> {
  const { key, cert, ca } = makeCertificate([host, '127.0.0.1', 'localhost', 'sandbox'], now());
  const server = new SMTPServer({
    key,
    cert,
    hideSTARTTLS: true,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    banner: 'Parley sandbox',
    onAuth: ({ username, password }, _session, callback) =>
      password === WRONG_PASSWORD
        ? callback(answerWith(535, 'Authentication failed'))
        : callback(null, { user: username }),
    onRcptTo(_address, _session, callback) {
      const behaviour = mailbox.behaviour.current();
      if (behaviour !== 'busy' && behaviour !== 'refuse') return callback(null);
      mailbox.behaviour.take();
      callback(behaviour === 'busy' ? answerWith(451, 'Try again later') : answerWith(550, 'No such mailbox'));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const behaviour = mailbox.behaviour.take();
        if (behaviour === 'refuse_mail') return callback(answerWith(554, 'Refused as spam'));
        const raw = Buffer.concat(chunks).toString('latin1');
        const { envelope, user, secure } = session;
        const mail: TakenMail = {
          ...readMail(raw),
          number: mailbox.mails.total() + 1,
          at: new Date(now()).toISOString(),
          envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
          envelopeTo: envelope.rcptTo.map(({ address }) => address),
          user: user ?? null,
          isEncrypted: secure,
          raw,
        };
        mailbox.mails.push(mail);
        if (behaviour === 'silent_after_data') return;
        if (behaviour === 'cut_after_data') return cut(session.id);
        callback(null, `queued as ${mail.number}`);
      });
    },
  });
  const cut = (id: string): void => {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
  };
  // A client that disconnects is no failure of the server.
  server.on('error', () => {});
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port, // safe: listening on TCP
    ca,
    offerStartTls(offered) {
      server.options.hideSTARTTLS = !offered;
    },
    async close() {
      for (const connection of server.connections) connection._socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
