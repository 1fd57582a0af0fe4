import { connect, type LookupFunction, type Socket } from 'node:net';
import { SmsAccount as SmsAccountSchema } from '@parley/common/contracts/operator/recipients';
import type { Egress } from '@parley/providers/egress/open-egress';
import { type SmsAccount, sendSms } from '@parley/providers/sms/sms-client';
import type { Environment } from '@parley/runtime/environment';
import type { Agent } from 'undici';
import type { SendResult } from '../domain/after-attempt.ts';
import { readMailServer } from '../domain/mail-server.ts';
import { isCountryAllowed } from '../domain/sms-country.ts';
import type { StoredSettings } from '../storage/settings-store.ts';
import type { DeliverMessageDeps } from '../use-cases/deliver-message.ts';
import { composeMail } from './compose-mail.ts';
import { sendMail } from './mail-sender.ts';

export interface TransportDeps {
  environment: Pick<
    Environment,
    | 'PARLEY_SMTP_URL'
    | 'PARLEY_MAIL_FROM'
    | 'PARLEY_SMS_PROVIDER'
    | 'PARLEY_SMS_URL'
    | 'PARLEY_SMS_ACCOUNT'
    | 'PARLEY_SMS_SECRET'
    | 'PARLEY_SMS_FROM'
  > &
    Partial<Pick<Environment, 'PARLEY_SMS_COUNTRIES'>>;
  findSettings(tenantId: number): Promise<StoredSettings>;
  openSecret(sealed: string): string;
  /** Connections to hosts that tenants configured. */
  egress: Pick<Egress, 'agent' | 'connect'>;
  /** Connections to the deployment's hosts. */
  dispatcher: Agent;
  lookup: LookupFunction;
  /** For one message, from the connection to the answer. */
  timeoutMs: number;
  /** For tests: the CA that mail servers' certificates are checked against. */
  ca?: string | undefined;
  now(): Date;
}

const NOT_OURS: SendResult = { outcome: 'later', provider: 'none', reason: 'claimed_by_another' };
const FORBIDDEN_COUNTRY: SendResult = { outcome: 'refused', provider: 'none', reason: 'country_not_allowed' };
const notConfigured = (provider: string): SendResult => ({ outcome: 'refused', provider, reason: 'not_configured' });

/** Plain connection to a server of the deployment. */
function connectDirectly(lookup: LookupFunction, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Parses the JSON of an SMS account. */
export const readSmsAccount = (json: string): SmsAccount => SmsAccountSchema.parse(JSON.parse(json));

/** Sends mails and SMS, over the tenant's own account where it has one. */
export function makeTransports(deps: TransportDeps): Pick<DeliverMessageDeps, 'sendMail' | 'sendSms'> {
  const { environment, egress, timeoutMs, now } = deps;

  const ownSettings = async (tenantId: number | null): Promise<StoredSettings | null> =>
    tenantId === null ? null : deps.findSettings(tenantId);

  function deploymentSms(): SmsAccount | null {
    const { PARLEY_SMS_PROVIDER: provider } = environment;
    if (!provider) return null;
    const { PARLEY_SMS_URL: url, PARLEY_SMS_ACCOUNT: account, PARLEY_SMS_SECRET: secret } = environment;
    return { provider, url, account, secret, from: environment.PARLEY_SMS_FROM };
  }

  return {
    async sendMail(tenantId, { id, to, toName, unsubscribeUrl, message }, begin) {
      const settings = await ownSettings(tenantId);
      const ownUrl = settings?.smtpUrl ? deps.openSecret(settings.smtpUrl) : null;
      const url = ownUrl ?? environment.PARLEY_SMTP_URL;
      const server = url === undefined ? null : readMailServer(url);
      if (!server) return notConfigured('smtp');
      const { host, port } = server;
      // A tenant's own sender requires its own server: the deployment's would vouch for an address that it does not
      // know.
      const from = (ownUrl === null ? null : settings?.mailFrom) ?? environment.PARLEY_MAIL_FROM;
      const raw = await composeMail(message, { id, from, to, toName, unsubscribeUrl, at: now() });
      return sendMail(
        { ...server, ca: deps.ca },
        { from, to, raw },
        {
          begin,
          timeoutMs,
          async connect() {
            if (ownUrl === null) return { socket: await connectDirectly(deps.lookup, host, port), requiresTls: false };
            const { socket, isOpened } = await egress.connect({ host, port, timeoutMs });
            // In a range that the operator opened, a tenant's server may be used without encryption.
            return { socket, requiresTls: !isOpened };
          },
        },
      );
    },

    async sendSms(tenantId, sms, begin) {
      const settings = await ownSettings(tenantId);
      const own = settings?.smsAccount ? readSmsAccount(deps.openSecret(settings.smsAccount)) : null;
      const account = own ?? deploymentSms();
      if (!account) return notConfigured('sms');
      if (!own && !isCountryAllowed(sms.to, environment.PARLEY_SMS_COUNTRIES)) return FORBIDDEN_COUNTRY;
      if (!(await begin())) return NOT_OURS;
      const dispatcher = own ? egress.agent : deps.dispatcher;
      const result = await sendSms(account, sms, { dispatcher, timeoutMs, now: now() });
      return { ...result, provider: account.provider };
    },
  };
}
