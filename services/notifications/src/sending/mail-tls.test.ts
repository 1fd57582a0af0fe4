import { connect, type Socket } from 'node:net';
import { makeCertificate } from '@parley/sandbox/certificate/make-certificate';
import { afterEach, describe, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../test/mail-server.ts';
import { type MailServer as Account, sendMail } from './mail.client.ts';

const ours = makeCertificate(['127.0.0.1', 'localhost'], Date.now());
const ofAnotherHost = makeCertificate(['mail.elsewhere.example'], Date.now());
const RAW = Buffer.from('Subject: Hi\r\n\r\nHello\r\n');
const TIMEOUT_MS = 10_000;

let server: MailServer | undefined;
afterEach(() => server?.[Symbol.asyncDispose]());

const connectTo = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });

/** Sends one mail with a login; `hasBegun` says whether the mail may have been accepted. */
async function send(
  { port }: MailServer,
  { requiresTls = true, ...account }: Partial<Account> & { requiresTls?: boolean },
) {
  let hasBegun = false;
  const result = await sendMail(
    { host: '127.0.0.1', port, isSecure: false, user: 'u', password: 'right', ...account },
    { from: 'a@parley.example', to: 'b@shop.example', raw: RAW },
    {
      connect: async () => ({ socket: await connectTo(port), requiresTls }),
      async begin() {
        hasBegun = true;
        return true;
      },
      timeoutMs: TIMEOUT_MS,
    },
  );
  return { ...result, hasBegun };
}

// docs/reference/notifications.md#own-accounts
describe('a mail is encrypted', () => {
  test.each([
    ['by STARTTLS', { secure: false }, { isSecure: false }],
    ['by TLS from the first byte', { secure: true }, { isSecure: true }],
  ])('%s, login and all', async (_way, options, account) => {
    server = await openMailServer({ ...ours, ...options });
    expect(await send(server, { ...account, ca: ours.ca })).toMatchObject({ outcome: 'accepted' });
    expect(server.mails).toMatchObject([{ isEncrypted: true, user: 'u', to: ['b@shop.example'] }]);
  });

  test('by STARTTLS where it is offered, even if the server does not require it', async () => {
    server = await openMailServer(ours);
    expect(await send(server, { requiresTls: false, ca: ours.ca })).toMatchObject({ outcome: 'accepted' });
    expect(server.mails).toMatchObject([{ isEncrypted: true }]);
  });

  test('except to a server of the deployment that offers no encryption', async () => {
    server = await openMailServer();
    expect(await send(server, { requiresTls: false })).toMatchObject({ outcome: 'accepted' });
    expect(server.mails).toMatchObject([{ isEncrypted: false }]);
  });
});

describe('neither a mail nor a password is sent to a server that', () => {
  test.each([
    ['has no encryption where it is needed (502 to STARTTLS)', {}, {}, 'refused'],
    ['has an untrusted certificate (STARTTLS)', ours, {}, 'later'],
    ['has an untrusted certificate (TLS)', { ...ours, secure: true }, { isSecure: true }, 'later'],
    ['has the certificate of another host (STARTTLS)', ofAnotherHost, { ca: ofAnotherHost.ca }, 'later'],
    [
      'has the certificate of another host (TLS)',
      { ...ofAnotherHost, secure: true },
      { isSecure: true, ca: ofAnotherHost.ca },
      'later',
    ],
  ] as const)('%s', async (_case, options, account, outcome) => {
    server = await openMailServer(options);
    expect(await send(server, account)).toMatchObject({ outcome, hasBegun: false });
    expect(server.mails).toEqual([]);
    expect(server.passwords).toEqual([]);
  });
});
