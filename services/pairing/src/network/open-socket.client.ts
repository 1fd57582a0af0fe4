import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { withTransactions } from '@parley/runtime/turns/key-transactions';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import type { BaileysEventMap, BinaryNode, ConnectionState, GroupMetadata, SignalDataTypeMap } from 'baileys';
import type { DeviceSocket, InboundBatch, OpenSocket } from '../devices/device-network.rules.ts';
import { linkedAtOf, makeReadHistoryMessages, noteLinkedAt } from '../history/import-messages.client.ts';
import { makeKeepTokens } from '../history/keep-tokens.client.ts';
import type { makeOpenHistory } from '../history/open-history.client.ts';
import { type CloseReason, closeReasonOf } from '../leases/close-reason.rules.ts';
import type { MediaAccess } from '../media/media-access.client.ts';
import type { MediaPointer } from '../media/media-pointer.rules.ts';
import type { PictureCache } from '../profiles/picture-cache.client.ts';
import type { WayOut } from '../proxies/way-out.client.ts';
import { holdNotices, holdStanzas } from '../received/hold-stanzas.client.ts';
import { openInbox } from '../received/inbox.client.ts';
import { openNoticeBox } from '../received/notice-box.client.ts';
import type { MessageSource } from '../received/read-message.client.ts';
import { isExcluded, phoneOf } from '../received/read-person.client.ts';
import { openReceiptBox } from '../received/receipt-box.client.ts';
import { relayEvents } from '../received/relay-events.client.ts';
import { makeRelayTyping, makeTypingPresence } from '../received/typing.client.ts';
import { makeAcks } from './acks.client.ts';
import { cappingOf, makeAskLimits } from './ask-limits.client.ts';
import { openAuthState } from './auth-state.client.ts';
import { withSignedPreKeys } from './authenticate-network.client.ts';
import { cutOff, shrinkRetryCaches } from './baileys-internals.client.ts';
import { FETCH_NOTHING, makeClientCache, SILENT } from './baileys-options.client.ts';
import { type DeviceActs, makeDeviceActs } from './device-acts.client.ts';
import { isAdmin } from './is-admin.client.ts';
import { makeLimits } from './limits.client.ts';
import type { Baileys } from './load-baileys.client.ts';
import { requestCode } from './request-code.client.ts';

export interface SocketOptions {
  lib: Baileys;
  url: string;
  access: Omit<MediaAccess, 'dispatcher'>;
  seal(pointer: MediaPointer): string;
  /** Opens the ways of this connection; `onFailed`: its proxy opened no connection to the network. */
  openWay(onFailed: (error: Error) => void): WayOut & { openHistory: ReturnType<typeof makeOpenHistory> };
  groupAddsPerDay: number;
  /** Pictures of people, of all devices of the process. */
  pictureCache: PictureCache;
  /** Time until the first QR or the login. */
  connectWithinMs: number;
  /** Time between two keep-alives. */
  keepAliveMs: number;
}

const FIRST_QR_MS = 60_000;
const NEXT_QR_MS = 20_000;
const LOG_OUT_WITHIN_MS = 5000;
/** The library notices a missing answer to its keep-alive 5 s later, and then waits up to 30 s for the peer to close. */
const SILENT_AFTER_KEEP_ALIVE_MS = 7000;
const LOOK_EVERY_MS = 2000;
const DROP_EXPIRED_EVERY_MS = 60_000;
/** The stanza with which the network asks for a passkey; the library ignores it and would wait forever. */
const PASSKEY_ASKED = ['passkey_prologue_request', 'crsc_continuation'];
const MAX_GROUPS = 100;
const CACHE_TTL_MS = 300_000;

/** One connection of the stock client (docs/reference/wd.md#close-codes): used once, and silent after it is closed. */
export async function openSocket(options: SocketOptions, given: OpenSocket): Promise<DeviceSocket> {
  const { lib } = options;
  const { auth, listener } = given;
  /** Closed by us: no more events. */
  let isSilenced = false;
  const hear = (batch: InboundBatch): void => void (isSilenced || listener.onHeard(batch));
  const state = await openAuthState(lib, auth);
  const { creds } = state;
  const inbox = await openInbox(lib, auth, given.quarantine, Date.now);
  const box = await openReceiptBox(auth, given.quarantine, Date.now);
  const noticeBox = await openNoticeBox({ auth, quarantine: given.quarantine, hear }, Date.now);
  const groups = makeBoundedMap<string, GroupMetadata>(MAX_GROUPS, { keepMs: CACHE_TTL_MS });
  const acks = makeAcks();
  const limits = makeLimits();
  const wasPaired = Boolean(creds.me?.id && creds.account);
  let isOpen = false;
  let isClosed = false;
  let qrCount = 0;
  const way = options.openWay((error) => void over('network_unavailable', error));

  const sock = lib.makeWASocket({
    auth: { creds, keys: state.keys },
    logger: SILENT,
    waWebSocketUrl: options.url,
    agent: way.agent,
    browser: lib.Browsers.ubuntu('Chrome'),
    connectTimeoutMs: options.connectWithinMs,
    keepAliveIntervalMs: options.keepAliveMs,
    syncFullHistory: false,
    markOnlineOnConnect: false,
    shouldSyncHistoryMessage: () => false,
    shouldIgnoreJid: isExcluded,
    emitOwnEvents: false,
    makeSignalRepository(given, ...others) {
      // The client creates its transactions right before this: it uses this object everywhere, and these transactions
      // from its first step on.
      Object.assign(given.keys, withTransactions<SignalDataTypeMap>(state.keys));
      const repository = inbox.wrap(lib.DEFAULT_CONNECTION_CONFIG.makeSignalRepository)(given, ...others);
      return withSignedPreKeys(repository, listener.onFault);
    },
    msgRetryCounterCache: makeClientCache(500, 3_600_000),
    userDevicesCache: makeClientCache(500, CACHE_TTL_MS),
    callOfferCache: makeClientCache(50, CACHE_TTL_MS),
    placeholderResendCache: makeClientCache(200, 3_600_000),
    cachedGroupMetadata: async (jid) => groups.get(jid),
    getMessage: async ({ id }) => {
      const content = id ? await given.findSent(id) : null;
      return content === null ? undefined : lib.proto.Message.decode(Buffer.from(content, 'base64'));
    },
    options: FETCH_NOTHING,
  });
  const dropExpired = shrinkRetryCaches(sock);

  const resolve = async (lid: string): Promise<string | null> =>
    (await sock.signalRepository.lidMapping.getPNForLID(lid)) ?? null;
  const me = () => (creds.me ? { id: creds.me.id, lid: creds.me.lid ?? null } : null);
  const source: MessageSource = {
    lib,
    resolve,
    seal: options.seal,
    isAdmin: (groupJid, person) => isAdmin({ sock, groups, onFault: listener.onFault }, groupJid, person),
    me,
  };
  const tokens = makeKeepTokens({
    lib,
    sock,
    keys: state.keys,
    openHistory: way.openHistory,
    readMessages: makeReadHistoryMessages({ source, creds, history: given.history, onFault: listener.onFault }),
    settle: (id) => inbox.settle([id]),
    isClosed: () => isClosed,
    onFault: listener.onFault,
  });
  const takeHistory = tokens.take;
  const relay = relayEvents({ source, inbox, box, acks, listener, takeHistory, isSilent: () => isSilenced });

  async function over(reason: CloseReason, proxyError?: Error): Promise<void> {
    if (isClosed) return;
    cut();
    void sock.end(undefined);
    await Promise.all([inbox.shut(), receipts.shut(), notices.shut(), state.shut(), relay.idle()]);
    listener.onClosed(reason, proxyError);
  }
  const late = setTimeout(() => void over('connection_lost'), options.connectWithinMs);
  late.unref();
  let heardAt = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - heardAt > options.keepAliveMs + SILENT_AFTER_KEEP_ALIVE_MS) void over('connection_lost');
  }, LOOK_EVERY_MS);
  watch.unref();
  const expiry = setInterval(dropExpired, DROP_EXPIRED_EVERY_MS);
  expiry.unref();
  /** Ends the connection, its timers, and the work that waits for the network. */
  function cut(): void {
    isClosed = true;
    isOpen = false;
    clearTimeout(late);
    clearInterval(watch);
    clearInterval(expiry);
    acks.broken();
    limits.broken();
    cutOff(sock);
    way.close();
  }

  function onConnection(update: Partial<ConnectionState>): void {
    if (update.reachoutTimeLock) {
      const { isActive = false, timeEnforcementEnds = null, enforcementType = null } = update.reachoutTimeLock;
      listener.onHealth({ kind: 'reachout_timelock', isActive, until: timeEnforcementEnds, detail: enforcementType });
    }
    if (update.qr) {
      clearTimeout(late);
      listener.onQr(update.qr, new Date(Date.now() + (qrCount++ === 0 ? FIRST_QR_MS : NEXT_QR_MS)));
    }
    if (update.isNewLogin) {
      const phone = phoneOf(creds.me?.id);
      // Reported as linked only after its credentials are stored.
      if (phone) void state.flush().then(() => listener.onPaired(phone));
    }
    if (update.connection === 'open') {
      isOpen = true;
      clearTimeout(late);
      listener.onOpen(phoneOf(creds.me?.id));
      for (const node of inbox.left()) sock.ws.emit('CB:message', node);
      relay.repeat(box.left());
      noticeBox.forwardLeft();
    }
    if (update.connection === 'close') {
      const error = update.lastDisconnect?.error;
      void over(closeReasonOf(codeOf(error), error?.message ?? '', wasPaired));
    }
  }

  function forgetGroup(id: string | undefined): void {
    if (!id) return;
    groups.delete(id);
    given.groupList.changed(id);
  }
  sock.ev.process((events: Partial<BaileysEventMap>) => {
    if (isClosed) return;
    if (events['creds.update']) {
      Object.assign(creds, events['creds.update']);
      state.saveCreds();
    }
    if (events['connection.update']) onConnection(events['connection.update']);
    if (isClosed) return;
    const capping = cappingOf(events['message-capping.update']);
    if (capping) listener.onHealth(capping);
    relay.hear(events);
  });
  sock.ws.on('frame', () => {
    heardAt = Date.now();
  });
  const holding = {
    sock,
    isClosed: () => isClosed,
    onFault: (error: unknown) => void (isClosed || listener.onFault(error)),
    onFlood: () => void over('connection_lost'),
  };
  const receipts = holdStanzas({ ...holding, event: 'CB:receipt', box });
  const notices = holdNotices({ ...holding, box: noticeBox, resolve, me });
  const { onTyping, onFault } = listener;
  const presence = makeTypingPresence({ sock, canShow: () => isOpen && Boolean(creds.me?.name) });
  const { isAttending: isWanted } = presence;
  sock.ws.on('CB:chatstate', makeRelayTyping({ resolve, me, isWanted, onTyping, onFault }));
  sock.ws.prependListener('CB:iq,,pair-success', (node: BinaryNode) => noteLinkedAt(creds, node));
  // Added before the library's own listener, so that the stanza is known when it is decrypted.
  sock.ws.prependListener('CB:message', (node: BinaryNode) => inbox.noticed(node));
  sock.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => void acks.acknowledged(attrs.id ?? '', attrs.error));
  sock.ws.on('CB:notification,type:w:gp2', ({ attrs }: BinaryNode) => forgetGroup(attrs.from));
  for (const type of PASSKEY_ASKED) sock.ws.on(`CB:notification,type:${type}`, () => void over('passkey_required'));
  // The library waits forever when an upgrade is answered with a status other than 101.
  sock.ws.on('unexpected-response', () => void over('network_unavailable'));

  let made: DeviceActs | null = null;
  const acts = (): DeviceActs => {
    made ??= makeDeviceActs({
      ...{ lib, sock, isOpen: () => isOpen, acks, limits, notices, me, resolve, given, groups, forgetGroup },
      ...{ groupAddsPerDay: options.groupAddsPerDay, pictureCache: options.pictureCache, keys: state.keys },
      access: { ...options.access, dispatcher: way.dispatcher },
    });
    return made;
  };
  sock.ws.on('CB:notification,type:picture', ({ attrs }: BinaryNode) => {
    acts()
      .pictureChanged(attrs.from ?? '')
      .catch((error: unknown) => void (isClosed || listener.onFault(error)));
  });
  return {
    requestPairingCode: (digits) => requestCode(sock, limits, digits),
    send: (message, deadline) => acts().send(message, deadline),
    act: (act, deadline) => acts().act(act, deadline),
    manageGroup: (act, deadline) => acts().manageGroup(act, deadline),
    manageProfile: (act, deadline) => acts().manageProfile(act, deadline),
    hasTokenOf: (to) => acts().hasTokenOf(to),
    linkedAt: () => linkedAtOf(creds),
    attendTyping: presence.attend,
    askLimits: makeAskLimits({ sock, limits, onHealth: (signal) => void (isClosed || listener.onHealth(signal)) }),
    async logOut() {
      isClosed = true;
      const loggedOut = sock.logout().catch(() => {});
      await waitAtMost(loggedOut, LOG_OUT_WITHIN_MS);
    },
    async close() {
      isSilenced = true;
      cut();
      await Promise.all([sock.end(undefined), inbox.shut(), receipts.shut(), notices.shut(), state.shut()]);
    },
  };
}

function codeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('output' in error)) return null;
  // safe: the shape of the library's errors
  const { statusCode } = error.output as { statusCode?: number };
  return statusCode ?? null;
}
