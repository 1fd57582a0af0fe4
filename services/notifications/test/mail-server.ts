import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Reaction of the server to the next mails. */
export type MailBehaviour = 'take' | 'refuse_sender' | 'busy' | 'refuse_mail' | 'cut_after_data' | 'silent_after_data';

/** Where an SMTP dialogue can be held: before the answer to this step. */
export type MailStep = 'connected' | 'sender' | 'recipient' | 'taken';

/** A mail as the server received it. */
export interface TakenMail {
  to: string[];
  user: string | null;
  isEncrypted: boolean;
  raw: string;
}

export interface MailServer extends AsyncDisposable {
  port: number;
  mails: TakenMail[];
  /** Passwords received, right or wrong. */
  passwords: string[];
  behave(behaviour: MailBehaviour): void;
  /** Resolves when a client has reached this step; it gets no answer until release. */
  holdAt(step: MailStep): Promise<void>;
  release(): void;
  /** Answers the held client, and stops holding others. */
  go(): void;
  /** Cuts all connections. */
  end(): void;
}

const withCode = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/**
 * A mail server for tests; with `key` and `cert` it offers STARTTLS, and with `secure` it uses TLS from the first byte.
 */
export async function openMailServer(
  options: { key?: string; cert?: string; secure?: boolean } = {},
): Promise<MailServer> {
  let behaviour: MailBehaviour = 'take';
  const mails: TakenMail[] = [];
  const passwords: string[] = [];
  let held: { step: MailStep; reached: () => void } | null = null;
  let answerHeld = (): void => {};
  /** Answers at once, or holds the answer until `go`. */
  const at = (step: MailStep, answer: () => void): void => {
    if (held?.step === step) {
      answerHeld = answer;
      held.reached();
    } else answer();
  };
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    disabledCommands: options.cert ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, callback) {
      passwords.push(password ?? '');
      return password === 'right' ? callback(null, { user: username }) : callback(withCode(535, 'Wrong password'));
    },
    onConnect: (_session, callback) => at('connected', () => callback()),
    onMailFrom: (_address, _session, callback) =>
      at('sender', () => callback(behaviour === 'refuse_sender' ? withCode(550, 'No such sender') : null)),
    onRcptTo: (_address, _session, callback) =>
      at('recipient', () => callback(behaviour === 'busy' ? withCode(451, 'Greylisted') : null)),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, user: session.user ?? null, isEncrypted: session.secure, raw });
        if (behaviour === 'cut_after_data') return void cut(session.id);
        if (behaviour === 'silent_after_data') return;
        at('taken', () => callback(behaviour === 'refuse_mail' ? withCode(554, 'Spam') : null, 'queued as 42'));
      });
    },
  });
  const cut = (id: string): void => {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
  };
  const end = (): void => {
    for (const connection of server.connections) connection._socket.destroy();
  };
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    // safe: it listens on an address
    port: (server.server.address() as AddressInfo).port,
    mails,
    passwords,
    behave(next) {
      behaviour = next;
    },
    holdAt: (step) =>
      new Promise((reached) => {
        held = { step, reached };
      }),
    release() {
      held = null;
    },
    go() {
      held = null;
      answerHeld();
    },
    end,
    async [Symbol.asyncDispose]() {
      end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
