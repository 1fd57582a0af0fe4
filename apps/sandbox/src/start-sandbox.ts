import type { AddressInfo } from 'node:net';
import { hostnameOf, localAuthority } from '@parley/common/values/host-names';
import { makeStopList } from '@parley/runtime/turns/stop-in-order';
import { makeCallbackAddress } from './callbacks/callback-address.ts';
import { makeCallbackSender, type SandboxLogger } from './callbacks/callback-sender.ts';
import { composeSandbox } from './compose-sandbox.ts';
import { makeSandboxDriver, type SandboxDriver } from './driver/sandbox-driver.ts';
import { guardControl, guardHost, originsOf, requireControlToken } from './http/guard-control.ts';
import { makeApp } from './http/make-app.ts';
import { CHAT_PATH, mountDeviceNetwork } from './providers/linked-devices/mount-device-network.ts';
import { makeMailbox } from './providers/mail/state/mailbox.ts';
import { type MailServer, startMailServer } from './providers/mail/wire/mail-server.ts';
import { makeSandboxState, type SandboxSettings } from './state/sandbox-state.ts';
import { openStateFile, type StateFile } from './state/state-file.ts';

/** Options of the sandbox; `callbackOrigin` receives Meta's webhooks (`{origin}/hooks/meta`). */
export interface SandboxOptions {
  host?: string;
  /** 0 selects any free port. */
  port?: number;
  /** Port of the mail server; 0 (the default) selects any free port. */
  smtpPort?: number;
  callbackOrigin?: string | null;
  /** The sandbox's address for browsers, if it differs from the listening address. */
  publicUrl?: string | undefined;
  /** Further names for clients, in addition to IP addresses, localhost, `host` and the public URL's. */
  names?: readonly string[];
  /**
   * The addresses of Parley's console for browsers, which may show the test phone in a frame; default the callback
   * origin.
   */
  consoleUrls?: readonly (string | undefined)[];
  /** The app for authorizations; default `demo-meta-app`. */
  metaAppId?: string;
  metaAppSecret: string;
  metaVerifyToken: string;
  /** The Instagram app; default `demo-instagram-app`. */
  instagramAppId?: string;
  /** Default `sandbox-instagram-secret`. */
  instagramAppSecret?: string;
  /** Default `demo-tiktok-app`. */
  tiktokAppId?: string;
  /** Default `sandbox-tiktok-secret`. */
  tiktokAppSecret?: string;
  /** Milliseconds before the first receipt and between receipts; default 50. */
  receiptDelayMs?: number;
  receipts?: SandboxSettings['receipts'];
  /** Pauses between the attempts of a webhook that was not accepted. */
  retryDelaysMs?: number[];
  now?: () => number;
  /**
   * Whether Telegram's message numbers are derived from the clock, so that a database that outlives the sandbox sees no
   * number twice. Default false.
   */
  numbersFromClock?: boolean;
  /** The linked devices' name for the host of media files; default the host, or 127.0.0.1. */
  mediaName?: string;
  /** The directory in which the memory survives a restart; without one, the memory is lost. */
  stateDirectory?: string | undefined;
  /** Gets a sentence for a person about that directory. */
  say?: (sentence: string) => void;
  /** Without it, everyone who reaches the port may make control calls. */
  controlToken?: string | undefined;
  /** How much each webhook receiver remembers. */
  receiverBytes?: number | undefined;
  /** Logs an abandoned webhook. */
  logger?: SandboxLogger;
}

/** A running sandbox. */
export interface Sandbox {
  url: string;
  port: number;
  /** The address for linked devices (PARLEY_WHATSAPP_WEB_URL). */
  whatsappWebUrl: string;
  /** The address for outgoing mails (PARLEY_SMTP_URL). */
  smtpUrl: string;
  /** The interface for tests and the demo. */
  driver: SandboxDriver;
  /** Whether it has the memory of an earlier run. */
  restored: boolean;
  setCallbackOrigin(origin: string | null): void;
  close(): Promise<void>;
}

/** Subtracted from the clock, so that message numbers fit 32 bits for a long time. */
const CLOCK_BEGAN_SECONDS = 1_750_000_000;

const RETRY_DELAYS_MS = [100, 300, 1000, 3000, 5000, 10_000, 20_000, 30_000];

const namesOf = ({ host, publicUrl, names = [] }: SandboxOptions): (string | null)[] =>
  [host, ...(publicUrl ? [new URL(publicUrl).host] : []), ...names].map(hostnameOf);

/** Starts the emulated providers, the control API and the webhook receiver on one port. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, now = Date.now } = options;
  const address = makeCallbackAddress(options.callbackOrigin ?? null);
  const firstMessageId = options.numbersFromClock ? Math.floor(now() / 1000) - CLOCK_BEGAN_SECONDS : undefined;
  const settings: SandboxSettings = {
    receipts: options.receipts ?? 'all',
    receiptDelayMs: options.receiptDelayMs ?? 50,
    receiptOrder: 'forward',
    window: 'enforced',
    autoReply: 'off',
    echoes: 'after',
    fetchAttachments: false,
  };
  const state = makeSandboxState(settings, firstMessageId, options.receiverBytes);
  const callbacks = makeCallbackSender({
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    logger: options.logger,
  });
  const app = makeApp();
  const isAnyHost = host === '0.0.0.0' || host === '::';
  guardHost(app, namesOf(options));
  const mediaName = options.mediaName ?? (isAnyHost ? '127.0.0.1' : host);
  let file: StateFile | null = null;
  const onChange = (): void => file?.changed();
  app.addHook('onResponse', async () => onChange());
  const devices = mountDeviceNetwork(app, { now, mediaHost: host, mediaName, onChange });
  let ownAddress = '';
  const ownUrl = () => ownAddress;
  if (options.controlToken !== undefined) requireControlToken(app, options.controlToken);
  guardControl(app, () => originsOf([ownAddress, options.publicUrl]));
  const mailbox = makeMailbox();
  let mailServer: MailServer | null = null;
  const parts = composeSandbox({
    app,
    state,
    callbacks,
    address,
    devices,
    now,
    options,
    ownUrl,
    frameOrigins: () => originsOf(options.consoleUrls ?? [address.origin()]),
    mailbox,
    mailServer: () => mailServer,
  });

  if (options.stateDirectory !== undefined)
    file = await openStateFile({ directory: options.stateDirectory, part: parts.kept, say: options.say ?? (() => {}) });

  const stops = makeStopList((part, error) =>
    options.logger?.warn({ part, err: error }, 'A part of the sandbox failed to stop.'),
  );
  stops.add('server', () => app.close());
  stops.add('linked devices', () => devices.close());
  stops.add('callbacks', () => callbacks.close());
  stops.add('emulated providers', () => parts.stop());

  async function listen() {
    await app.listen({ host, port });
    const bound = app.server.address() as AddressInfo; // safe: listening on TCP
    const mail = await startMailServer({ host, port: options.smtpPort ?? 0, mailbox, now });
    stops.add('mail server', () => mail.close());
    return { bound, mail };
  }
  const { bound, mail } = await listen().catch(async (error: unknown) => {
    await stops.run();
    throw error;
  });
  // Saved before the providers clear their state.
  if (file !== null) stops.add('state file', file.close);
  const authority = localAuthority(host, bound.port);
  ownAddress = `http://${authority}`;
  mailServer = mail;
  return {
    url: ownAddress,
    port: bound.port,
    whatsappWebUrl: `ws://${authority}${CHAT_PATH}`,
    smtpUrl: `smtp://${localAuthority(host, mail.port)}`,
    driver: makeSandboxDriver({ url: ownAddress, token: options.controlToken }),
    restored: file?.restored ?? false,
    setCallbackOrigin: address.set,
    close: stops.run,
  };
}
