import { connect, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Egress } from '@parley/providers/egress/open-egress';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { NamedServer } from '../settings/settings.rules.ts';
import { renderHtml } from '../wording/render-html.rules.ts';
import { type Message, plainValue, renderText } from '../wording/render-message.rules.ts';
import type { SendResult } from './job.rules.ts';

/** A mail server and its login. */
export interface MailServer extends NamedServer {
  /** Used by tests: the CA that server certificates are checked against. */
  ca?: string | undefined;
}

interface MailConnection {
  socket: Socket;
  /** Never sends in plain text. */
  requiresTls: boolean;
}

/** A mail to send over SMTP. */
interface OutgoingMail {
  from: string;
  to: string;
  raw: Buffer;
}

interface SendMailOptions {
  /** Connects to the server; rejects when it is unreachable or not allowed. */
  connect(): Promise<MailConnection>;
  /**
   * Called once the server asks for the mail: from then on it may have been accepted. False: another worker has the
   * mail.
   */
  begin(): Promise<boolean>;
  timeoutMs: number;
}

const PROVIDER = 'smtp';
const REASON_MAX = 200;

interface SmtpError extends Error {
  responseCode?: number | undefined;
  response?: string | undefined;
}

type Connection = SMTPConnection;
type Done<T> = (error: Error | null | undefined, result: T) => void;

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
 * Sends one mail to a server and returns the outcome: a server whose connection breaks after it requested the mail may
 * have accepted it (docs/reference/notifications.md#delivery). Rejects with the errors of `begin`.
 */
export async function sendMail(server: MailServer, mail: OutgoingMail, options: SendMailOptions): Promise<SendResult> {
  let hasBegun = false;
  let beginFailure: unknown = null;
  async function* content(): AsyncGenerator<Buffer> {
    const mayGo = await options.begin().catch((error: unknown) => {
      beginFailure = error;
      return false;
    });
    if (!mayGo) throw new Error('The mail is no more ours to send.');
    hasBegun = true;
    yield mail.raw;
  }
  let connection: Connection | null = null;
  const late = new AbortController();
  const talk = async (): Promise<SendResult> => {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    const { socket, requiresTls } = await options.connect();
    if (late.signal.aborted) socket.destroy();
    connection = new Connection({
      host: server.host,
      port: server.port,
      connection: socket,
      secure: server.isSecure,
      requireTLS: requiresTls && !server.isSecure,
      greetingTimeout: options.timeoutMs,
      socketTimeout: options.timeoutMs,
      ...(server.ca === undefined ? {} : { tls: { ca: server.ca } }),
    });
    const broken = new Promise<never>((_resolve, reject) => connection?.once('error', reject));
    const response = await Promise.race([converse(connection, server, mail, content), broken]);
    return { outcome: 'accepted', provider: PROVIDER, providerId: idOf(response) };
  };
  const timeout = pause(options.timeoutMs, null, { signal: late.signal, ref: false }).then(() => {
    throw new Error(`The mail server did not answer in ${options.timeoutMs} ms.`);
  });
  try {
    return await Promise.race([talk(), timeout]);
  } catch (error) {
    if (beginFailure !== null) throw beginFailure;
    // safe: all rejections here are Errors; nodemailer's carry the server's answer
    return readFailure(error as SmtpError, hasBegun);
  } finally {
    late.abort();
    timeout.catch(() => {});
    end(connection);
  }
}

/** Connects to the mail server of the deployment. */
export async function connectDeploymentServer(
  lookup: LookupFunction,
  { host, port }: NamedServer,
): Promise<MailConnection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const connecting = connect({ host, port, lookup });
    connecting.once('error', reject);
    connecting.once('connect', () => {
      connecting.off('error', reject);
      resolve(connecting);
    });
  });
  return { socket, requiresTls: false };
}

/** Connects to the mail server of a tenant under the egress rules. */
export async function connectTenantServer(
  egress: Pick<Egress, 'connect'>,
  { host, port }: NamedServer,
  timeoutMs: number,
): Promise<MailConnection> {
  const { socket, isOpened } = await egress.connect({ host, port, timeoutMs });
  // In a range that the operator opened, a tenant's server may be used without encryption.
  return { socket, requiresTls: !isOpened };
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

const reasonOf = (error: SmtpError): string =>
  (error.response ?? error.message).replaceAll(/\s+/g, ' ').slice(0, REASON_MAX);

/**
 * 4xx, and any error before the mail is requested, says nothing about the mail; after that only the server's own answer
 * does.
 */
function readFailure(error: SmtpError, hasBegun: boolean): SendResult {
  const reason = reasonOf(error);
  const { responseCode: code = 0 } = error;
  if (code >= 500) return { outcome: 'refused', provider: PROVIDER, reason };
  if (code >= 400 || !hasBegun) return { outcome: 'later', provider: PROVIDER, reason };
  return { outcome: 'unknown', provider: PROVIDER, reason };
}

/** `250 2.0.0 Ok: queued as ABC` → the text after the codes. */
const idOf = (response: string): string | null => {
  const words = response.replace(/^250[ -](\d\.\d+\.\d+ )?/, '').trim();
  return words === '' ? null : words.slice(0, REASON_MAX);
};

const called = <T>(start: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => start((error, result) => (error ? reject(error) : resolve(result))));

async function converse(
  connection: Connection,
  { user, password }: MailServer,
  { from, to, raw }: OutgoingMail,
  content: () => AsyncGenerator<Buffer>,
): Promise<string> {
  await called<void>((done) => connection.connect((error) => done(error, undefined)));
  if (user !== null)
    await called<void>((done) =>
      connection.login({ credentials: { user, pass: password } }, (error) => done(error, undefined)),
    );
  const info = await called<{ response: string }>((done) =>
    // The stream is read only once the server requests the mail.
    connection.send({ from, to: [to], size: raw.length }, Readable.from(content()), (error, sent) =>
      done(error, { response: sent?.response ?? '' }),
    ),
  );
  return info.response;
}

function end(connection: Connection | null): void {
  if (!connection) return;
  connection.on('error', () => {});
  connection.close();
}
