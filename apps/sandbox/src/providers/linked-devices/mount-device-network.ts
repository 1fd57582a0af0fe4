import type { FastifyInstance } from 'fastify';
import type { KeptPart } from '../../state/kept-part.ts';
import { actRoutes } from './control/act-routes.ts';
import { chatRoutes } from './control/chat-routes.ts';
import { deviceRoutes } from './control/device-routes.ts';
import { faultRoutes } from './control/fault-routes.ts';
import { groupRoutes } from './control/group-routes.ts';
import { mediaRoutes } from './control/media-routes.ts';
import { messageRoutes } from './control/message-routes.ts';
import { phoneRoutes } from './control/phone-routes.ts';
import { stanzaRoutes } from './control/stanza-routes.ts';
import type { DeviceNetwork } from './device-network.ts';
import type { NetworkSettings } from './state/network-state.ts';

/** The path where linked devices connect, on the sandbox's own port. */
export const CHAT_PATH = '/ws/chat';

/** Media files are served there too, without TLS: `/v/…` to read, `/mms/…` to upload. */
const MEDIA_PATH = '/v';
const UPLOAD_PATH = '/mms';
/** A placeholder handler: these requests are answered before they reach it. */
const NEVER = () => undefined;

const SETTINGS: NetworkSettings = {
  receipts: 'delivered',
  receiptDelayMs: 20,
  receiptOrder: 'forward',
  unknownNumbers: 'missing',
  initialPreKeys: 'few',
  refs: 6,
  autoReply: 'off',
  deviceLimit: 4,
  pairingCodes: 'given',
  history: 'one_chat',
  forgery: 'none',
  tokens: 'required',
  historyForm: 'inline',
  historyParts: 1,
};

/** The network, loaded on first use: the client library takes 60 MB and a third of a second. */
export interface MountedDeviceNetwork {
  network(): Promise<DeviceNetwork>;
  /** What survives a restart. */
  kept: KeptPart;
  reset(): void;
  close(): Promise<void>;
}

/** Mounts the device network on the sandbox's server: its socket, and `/sandbox/devices`. */
export function mountDeviceNetwork(
  app: FastifyInstance,
  given: { now: () => number; mediaHost: string; mediaName: string; onChange(): void },
): MountedDeviceNetwork {
  let loading: Promise<DeviceNetwork> | null = null;
  let loaded: DeviceNetwork | null = null;
  /** The state that an earlier run saved, until the network is loaded. */
  let saved: unknown = null;
  const openNetwork = (opened: DeviceNetwork): DeviceNetwork => {
    if (saved !== null) opened.kept.load(saved);
    loaded = opened;
    return opened;
  };
  const network = () => {
    loading ??= import('./device-network.ts').then(({ makeDeviceNetwork }) =>
      openNetwork(
        makeDeviceNetwork({
          settings: SETTINGS,
          now: given.now,
          media: { host: given.mediaHost, name: given.mediaName },
          onChange: given.onChange,
        }),
      ),
    );
    return loading;
  };

  app.server.on('upgrade', (request, socket, head) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== CHAT_PATH) return void socket.destroy();
    socket.on('error', () => socket.destroy());
    network().then(
      ({ accept }) => accept(request, socket, head),
      () => socket.destroy(),
    );
  });
  app.register(async (scope) => {
    // The media server reads the bodies itself.
    scope.addHook('onRequest', async (request, reply) => {
      reply.hijack();
      await (await (await network()).openMedia()).answer(request.raw, reply.raw);
    });
    scope.get(`${MEDIA_PATH}/*`, NEVER);
    scope.post(`${UPLOAD_PATH}/*`, NEVER);
  });
  const deps = { network, now: given.now };
  phoneRoutes(app, deps);
  deviceRoutes(app, deps);
  groupRoutes(app, deps);
  messageRoutes(app, deps);
  faultRoutes(app, deps);
  mediaRoutes(app, deps);
  actRoutes(app, deps);
  chatRoutes(app, deps);
  stanzaRoutes(app, deps);
  return {
    network,
    kept: {
      save: () => loaded?.kept.save() ?? saved,
      load(given) {
        saved = given;
      },
    },
    reset() {
      saved = null;
      void loading?.then((opened) => opened.reset());
    },
    async close() {
      await (await loading)?.close();
    },
  };
}
