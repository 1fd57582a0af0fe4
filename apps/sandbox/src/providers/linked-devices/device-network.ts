import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BinaryNode } from 'baileys';
import { WebSocketServer } from 'ws';
import { buildContent } from './control/build-content.ts';
import { makeDisturbances, removeDevice } from './control/disturb-network.ts';
import { keepNetwork } from './state/keep-network.ts';
import type { NetworkSettings } from './state/network-settings.ts';
import { type Device, makeNetworkState } from './state/network-state.ts';
import { isGroup, type PersonFacts, putPerson } from './state/people.ts';
import { answerAppState } from './wire/answer-app-state.ts';
import { answerGroupQueries } from './wire/answer-group-queries.ts';
import { type Answerer, answerIq, answerUnpaired } from './wire/answer-iq.ts';
import { answerKeyQueries } from './wire/answer-key-queries.ts';
import { answerLimits } from './wire/answer-limits.ts';
import { answerProfileQueries } from './wire/answer-profile-queries.ts';
import { answerUserQueries } from './wire/answer-user-queries.ts';
import { sendPending } from './wire/deliver-stanza.ts';
import { describeContent } from './wire/describe-content.ts';
import { type DeviceConnection, openDeviceConnection } from './wire/device-connection.ts';
import { makeLogin } from './wire/login-device.ts';
import { makeManageGroups } from './wire/manage-groups.ts';
import { makeManageProfiles } from './wire/manage-profiles.ts';
import { type MediaServer, startMediaServer } from './wire/media-server.ts';
import { makeNoiseIdentity } from './wire/noise-handshake.ts';
import { makeCodePairing } from './wire/pair-by-code.ts';
import { makeQrPairing } from './wire/pair-by-qr.ts';
import { makePairDevice } from './wire/pair-device.ts';
import { makeReceiveMessage } from './wire/receive-message.ts';
import { makeReceiveReceipt } from './wire/receive-receipt.ts';
import { queueHistory } from './wire/send-history.ts';
import { makeSendReceipts } from './wire/send-receipts.ts';
import { takePresence } from './wire/show-typing.ts';
import { silenceSignal } from './wire/silence-signal.ts';
import { part, splitJid, stanza } from './wire/stanza.ts';
import { takeDeviceAct } from './wire/take-device-act.ts';
import { makeWriteMessage } from './wire/write-message.ts';

export interface DeviceNetworkOptions {
  settings: NetworkSettings;
  now: () => number;
  /** The listening host of the media server, and its name for clients. */
  media: { host: string; name: string };
  /** Called after each stanza of a device. */
  onChange(): void;
}

/** The emulated linked-device network. */
export type DeviceNetwork = ReturnType<typeof makeDeviceNetwork>;

/** Makes the network that the stock linked-device client connects to (docs/reference/wd.md#emulated-network). */
export function makeDeviceNetwork({ settings, now, media, onChange }: DeviceNetworkOptions) {
  const restoreConsole = silenceSignal();
  const state = makeNetworkState(settings);
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const identity = makeNoiseIdentity('none');
  const loggedIn = new Map<DeviceConnection, Device>();
  const unanswered = new Set<Duplex>();
  let mediaServer: Promise<MediaServer> | null = null;
  const openMedia = () => {
    mediaServer ??= startMediaServer({ ...media, now });
    return mediaServer;
  };

  const pairDevice = makePairDevice({ state, now });
  const qr = makeQrPairing({ state, pairDevice });
  const code = makeCodePairing({ state, now, pairDevice });
  const login = makeLogin({ state, now });
  const messages = makeWriteMessage({ state, now });
  const receipts = makeSendReceipts({ state, now });
  const groups = makeManageGroups({ state, now });
  const profiles = makeManageProfiles({ now });
  const dropClients = () => {
    for (const client of sockets.clients) client.terminate();
  };
  const disturb = makeDisturbances({ state, now, dropClients });
  const receiveReceipt = makeReceiveReceipt({ state, now, retry: messages.retry });
  const receiveMessage = makeReceiveMessage({
    state,
    now,
    onTaken({ device, chat, to, id, content }) {
      receipts.confirm(device, chat, to, id);
      const { autoReply } = state.settings;
      const { type, text } = describeContent(content);
      if (autoReply === 'off' || type !== 'text' || isGroup(chat)) return;
      const conversation = autoReply === 'echo' ? (text ?? '') : autoReply.text;
      messages.write({ sender: chat, chat: device.owner, message: { conversation }, type: 'text' });
    },
  });

  const answerers: Record<string, Answerer> = {
    encrypt: answerKeyQueries(state),
    usync: answerUserQueries(state),
    'w:g2': answerGroupQueries(state, groups),
    ...answerProfileQueries({ state, profiles, storeMedia: async (bytes) => (await openMedia()).put(bytes) }),
    'w:m': async () => {
      const { host } = await openMedia();
      const conn = stanza('media_conn', { auth: 'sandbox', ttl: 3600, auth_ttl: 21_600, max_buckets: 12 }, [
        stanza('host', { hostname: host, maxContentLengthBytes: 104_857_600 }),
      ]);
      return { content: [conn] };
    },
    'w:mex': answerLimits,
    'w:sync:app:state': answerAppState,
    privacy: ({ iq }) => {
      if (iq.attrs.type !== 'get') return undefined;
      return { content: [stanza('privacy', {}, [stanza('category', { name: 'readreceipts', value: 'all' })])] };
    },
    md: ({ device, asked }) => {
      const target = splitJid(asked?.attrs.jid ?? '').device;
      const removed = asked?.tag === 'remove-companion-device' ? device.owner.devices.get(target) : undefined;
      if (removed) removeDevice(removed);
      return undefined;
    },
  };

  async function takeStanza(connection: DeviceConnection, node: BinaryNode): Promise<void> {
    const device = loggedIn.get(connection);
    if (!device) {
      if (node.tag === 'iq' && part(node, 'link_code_companion_reg')) code.takeStanza(connection, node);
      else if (node.tag === 'iq' && state.settings.pairingCodes === 'after_errors') answerUnpaired(connection, node);
      else if (node.tag === 'iq' && node.attrs.xmlns === 'w:p')
        connection.send(stanza('iq', { from: '@s.whatsapp.net', type: 'result', id: node.attrs.id }));
      return;
    }
    if (node.tag === 'message') return receiveMessage(connection, device, node);
    if (node.tag === 'presence') return takePresence(device, node.attrs.type);
    if (node.tag === 'chatstate' || node.tag === 'call') return takeDeviceAct({ state, now }, connection, device, node);
    if (node.tag === 'receipt') return receiveReceipt.takeReceipt(connection, device, node);
    if (node.tag === 'ack') return receiveReceipt.takeAck(device, node);
    if (node.tag !== 'iq' || (node.attrs.type !== 'get' && node.attrs.type !== 'set')) return;
    await answerIq(answerers, connection, device, node);
    if (node.attrs.xmlns !== 'passive' || !part(node, 'active')) return;
    sendPending(device);
    // The client expects its history after all pending stanzas, not before.
    if (!device.hasHistory && state.settings.history !== 'off') {
      const storeMedia = async (bytes: Buffer) => (await openMedia()).put(bytes);
      queueHistory(device, { ...state.settings, nowMs: now(), storeMedia });
    }
    device.hasHistory = true;
  }

  function takeClient(connection: DeviceConnection) {
    if (connection.session.payload.username == null) {
      qr.offer(connection);
      if (state.settings.pairingCodes === 'after_errors')
        connection.send(stanza('success', { t: Math.floor(now() / 1000), location: 'lla' }));
      return;
    }
    const device = login.login(connection);
    if (device) loggedIn.set(connection, device);
  }

  function forget(connection: DeviceConnection) {
    qr.forget(connection);
    code.forget(connection);
    const device = loggedIn.get(connection);
    loggedIn.delete(connection);
    if (device) login.closed(device, connection);
  }

  const clear = () => {
    receipts.clear();
    dropClients();
    for (const socket of unanswered) socket.destroy();
    for (const map of [state.people, state.peopleByLid, state.devices, state.groups]) map.clear();
    state.receivedById.clear();
    state.inboundById.clear();
    state.received.clear();
    state.inbound.clear();
    state.acts.clear();
    state.sendFaults.length = 0;
    disturb.cut(0, 'reset');
    state.settings = { ...settings };
  };

  return {
    state,
    kept: keepNetwork(state),
    qr,
    code,
    messages,
    receipts,
    groups,
    profiles,
    disturb,
    openMedia,
    buildContent,
    describeContent,
    people: { put: (number: string, facts?: PersonFacts) => putPerson(state, number, facts) },
    /** Accepts a client's socket, or treats it as the cut network does: reset, hanging, 503, or another protocol. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const cut = disturb.cutMode();
      if (cut === 'hang') return void unanswered.add(socket.once('close', () => unanswered.delete(socket)));
      if (cut === '503') return void socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n');
      if (cut === 'garbage') return void socket.end('220 mail.example ESMTP\r\n');
      if (cut === 'reset') return void socket.destroy();
      const { forgery } = state.settings;
      sockets.handleUpgrade(request, socket, head, (client) =>
        openDeviceConnection(client, forgery === 'none' ? identity : makeNoiseIdentity(forgery), {
          onClient: takeClient,
          onStanza: (connection, node) => takeStanza(connection, node).finally(onChange),
          onClose: forget,
          onError: () => undefined,
        }),
      );
    },
    /** Clears all state and drops every socket. */
    reset() {
      clear();
      void mediaServer?.then((server) => server.clear());
    },
    async close() {
      clear();
      sockets.close();
      await (await mediaServer)?.close();
      restoreConsole();
    },
  };
}
