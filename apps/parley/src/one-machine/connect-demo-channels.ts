import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@parley/runtime/logger';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { z } from 'zod';
import { callApi, RefusedCall } from './call-api.ts';
import type { DataDirectory } from './data-directory.ts';
import { DEMO_CUSTOMER, type Demo } from './demo.ts';
import { DEMO_REDIRECT_URL, walkConnectLink } from './walk-connect-link.ts';

/** The phone that the demo links a device to. */
const OWN_PHONE = '15550783882';
const SESSION_NOTE = 'demo-session.json';
/** Longer than one attempt to connect, which services/pairing ends after 20 s, and the next one. */
const LINKED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

interface ConnectDeps {
  directory: DataDirectory;
  origin: string;
  publicUrl: string;
  sandbox: SandboxDriver;
  /** Whether the sandbox has the memory of an earlier start. */
  isRestored: boolean;
  logger: Logger;
  /** Resolves when services/pairing answers. */
  pairingReady: Promise<unknown>;
}

const Link = z.object({ connect_url: z.string() });
const Session = z.object({ session_token: z.string() });
const Qr = z.object({ qr: z.string() });
const Status = z.object({ status: z.string() });
const Channels = z.object({ channels: z.array(z.object({ channel: z.string(), status: z.string() })) });
/** States that a session does not leave. */
const ENDED: ReadonlySet<string> = new Set(['logged_out', 'expired', 'failed', 'deleted']);

type Api = (method: 'GET' | 'POST', action: string, body?: unknown) => Promise<unknown>;

/** Customer API calls with the demo's key. */
function makeApi({ slug, apiKey: token }: Demo, { origin }: Pick<ConnectDeps, 'origin'>): Api {
  return (method, action, body) =>
    callApi(method, `${origin}/${slug}/api/messaging/?action=${action}`, { token, body });
}

/** The session of an earlier start. */
async function readSession({ directory }: Pick<ConnectDeps, 'directory'>): Promise<z.infer<typeof Session> | null> {
  const last = await directory.readNote(SESSION_NOTE);
  return last === null ? null : Session.parse(JSON.parse(last));
}

/** Waits until the device is connected; false when it is no longer linked. */
async function becomesConnected(api: Api, token: string): Promise<boolean> {
  for (const deadline = Date.now() + LINKED_WITHIN_MS; Date.now() < deadline; await pause(LOOK_EVERY_MS)) {
    const { status } = Status.parse(await api('GET', `session-status&session_token=${token}`));
    if (status === 'connected') return true;
    if (ENDED.has(status)) return false;
  }
  throw new Error(`The demo's device was not connected within ${LINKED_WITHIN_MS / 1000} s.`);
}

/** Whether the device of an earlier start is linked, which needs the memory of the sandbox. */
async function isStillLinked(api: Api, deps: ConnectDeps): Promise<boolean> {
  const last = await readSession(deps);
  if (last === null) return false;
  if (deps.isRestored) {
    // A deleted session is unknown.
    const isLinked = await becomesConnected(api, last.session_token).catch((error: unknown) => {
      if (error instanceof RefusedCall) return false;
      throw error;
    });
    if (isLinked) return true;
  }
  await api('POST', 'delete-session', last).catch(() => {});
  return false;
}

/** Links a device to the sandbox's phone by QR. */
async function linkDevice(api: Api, { directory, sandbox }: ConnectDeps): Promise<void> {
  for (const number of [OWN_PHONE, DEMO_CUSTOMER]) await sandbox.devices.putPhone({ number });
  const session = Session.parse(await api('POST', 'create-session', { label: 'Demo phone' }));
  const { session_token: token } = session;
  await directory.writeNote(SESSION_NOTE, `${JSON.stringify({ session_token: token })}\n`);
  const { qr } = Qr.parse(await api('GET', `session-qr&session_token=${token}`));
  await sandbox.devices.scan(OWN_PHONE, qr);
  if (!(await becomesConnected(api, token))) throw new Error("The demo's device was not linked.");
}

/**
 * Channels whose account is connected at the platform as well: with the memory of an earlier start, and for Telegram
 * with a webhook that leads here.
 */
async function findConnected(api: Api, { isRestored, sandbox, publicUrl }: ConnectDeps): Promise<Set<string>> {
  if (!isRestored) return new Set();
  const [{ channels }, bot] = await Promise.all([
    api('GET', 'channels').then(Channels.parse),
    sandbox.telegram.bot(SANDBOX_SEED.bot.id).catch(() => null),
  ]);
  const connected = new Set(channels.flatMap(({ channel, status }) => (status === 'connected' ? [channel] : [])));
  if (!bot?.webhook?.url.startsWith(publicUrl)) connected.delete('tg');
  return connected;
}

/** Resolve when the channels have been connected, or have failed to. */
export interface DemoChannels {
  telegram: Promise<unknown>;
  all: Promise<unknown>;
}

/** Connects those of tg, fb, ig, tt and wd that are not connected. A failure is logged and does not stop the start. */
export function connectDemoChannels(demo: Demo, deps: ConnectDeps): DemoChannels {
  const api = makeApi(demo, deps);
  const byLink = async (channel: 'fb' | 'ig' | 'tt'): Promise<void> => {
    const redirect = encodeURIComponent(DEMO_REDIRECT_URL);
    const { connect_url: url } = Link.parse(
      await api('GET', `connect-link&channel=${channel}&redirect_url=${redirect}`),
    );
    await walkConnectLink(url, deps);
  };
  const connected = findConnected(api, deps);
  const acts: Record<string, () => Promise<unknown>> = {
    fb: () => byLink('fb'),
    ig: () => byLink('ig'),
    tt: () => byLink('tt'),
    wd: async () => {
      await deps.pairingReady;
      if (!(await isStillLinked(api, deps))) await linkDevice(api, deps);
    },
  };
  const connectUnlessConnected = async (channel: string, act: () => Promise<unknown>): Promise<void> => {
    // A device that is linked still has to connect.
    if (channel === 'wd' || !(await connected).has(channel)) await act();
  };
  const connect = (channel: string, act: () => Promise<unknown>): Promise<unknown> =>
    connectUnlessConnected(channel, act).catch((error: unknown) =>
      deps.logger.warn(
        'demo-channel.connect-failed',
        { err: error, channel },
        'A channel of the demo could not be connected.',
      ),
    );
  const telegram = connect('tg', () => api('POST', 'connect-telegram', { bot_token: SANDBOX_SEED.bot.token }));
  const others = Object.entries(acts).map(([channel, act]) => connect(channel, act));
  return { telegram, all: Promise.all([telegram, ...others]) };
}
