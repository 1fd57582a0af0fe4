import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@parley/runtime/logger';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import type { DataDirectory } from './data-directory.ts';
import { DEMO_CUSTOMER, type Demo } from './demo.ts';
import { DEMO_REDIRECT_URL, walkConnectLink } from './walk-connect-link.ts';

/** The phone that the demo links a device to. */
const OWN_PHONE = '15550783882';
const SESSION_NOTE = 'demo-session.json';
const LINKED_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 100;

interface ConnectDeps {
  directory: DataDirectory;
  origin: string;
  publicUrl: string;
  sandbox: SandboxDriver;
  logger: Logger;
  /** Resolves when services/pairing answers. */
  pairingReady: Promise<unknown>;
}

const Link = z.object({ connect_url: z.string() });
const Session = z.object({ session_token: z.string() });
const Qr = z.object({ qr: z.string() });
const Status = z.object({ status: z.string() });

type Api = (method: 'GET' | 'POST', action: string, body?: unknown) => Promise<unknown>;

/** Customer API calls with the demo's key. */
function makeApi({ slug, apiKey: token }: Demo, { origin }: Pick<ConnectDeps, 'origin'>): Api {
  return (method, action, body) =>
    callApi(method, `${origin}/${slug}/api/messaging/?action=${action}`, { token, body });
}

/** Removes the demo's device at a stop, and at the next start after a kill, because the sandbox forgets its phone. */
export async function unlinkDemoDevice(demo: Demo, deps: Pick<ConnectDeps, 'origin' | 'directory'>): Promise<void> {
  const last = await deps.directory.readNote(SESSION_NOTE);
  // It may have been removed already.
  if (last !== null)
    await makeApi(demo, deps)('POST', 'delete-session', Session.parse(JSON.parse(last))).catch(() => {});
}

/** Links a device to the sandbox's phone by QR. */
async function linkDevice(api: Api, { directory, sandbox }: ConnectDeps): Promise<void> {
  for (const number of [OWN_PHONE, DEMO_CUSTOMER]) await sandbox.devices.putPhone({ number });
  const session = Session.parse(await api('POST', 'create-session', { label: 'Demo phone' }));
  const { session_token: token } = session;
  await directory.writeNote(SESSION_NOTE, `${JSON.stringify({ session_token: token })}\n`);
  const { qr } = Qr.parse(await api('GET', `session-qr&session_token=${token}`));
  await sandbox.devices.scan(OWN_PHONE, qr);
  for (const deadline = Date.now() + LINKED_WITHIN_MS; Date.now() < deadline; await pause(LOOK_EVERY_MS)) {
    const { status } = Status.parse(await api('GET', `session-status&session_token=${token}`));
    if (status === 'connected') return;
  }
  throw new Error(`The demo's device was not linked within ${LINKED_WITHIN_MS / 1000} s.`);
}

/** Resolve when the channels have been connected, or have failed to. */
export interface DemoChannels {
  telegram: Promise<unknown>;
  all: Promise<unknown>;
}

/** Connects tg, fb, ig, tt and wd of the demo. A failure is logged and does not stop the start. */
export function connectDemoChannels(demo: Demo, deps: ConnectDeps): DemoChannels {
  const api = makeApi(demo, deps);
  const byLink = async (channel: 'fb' | 'ig' | 'tt'): Promise<void> => {
    const redirect = encodeURIComponent(DEMO_REDIRECT_URL);
    const { connect_url: url } = Link.parse(
      await api('GET', `connect-link&channel=${channel}&redirect_url=${redirect}`),
    );
    await walkConnectLink(url, deps);
  };
  const acts: Record<string, () => Promise<unknown>> = {
    fb: () => byLink('fb'),
    ig: () => byLink('ig'),
    tt: () => byLink('tt'),
    wd: async () => {
      await deps.pairingReady;
      await unlinkDemoDevice(demo, deps);
      await linkDevice(api, deps);
    },
  };
  const connect = (channel: string, act: () => Promise<unknown>): Promise<unknown> =>
    act().catch((error: unknown) =>
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
