import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from 'baileys';
import type { WebSocket } from 'ws';
import { encodeFrame, makeFrameReader } from './binary-frames.ts';
import { makeNoiseResponder, type NoiseIdentity, type NoiseSession } from './noise-handshake.ts';

/** One client's socket after the handshake. */
export interface DeviceConnection {
  /** Increases over the life of the network. */
  readonly id: number;
  readonly session: NoiseSession;
  isOpen(): boolean;
  send(node: BinaryNode): void;
  /**
   * Resolves with the client's answer to the iq with that id, or with null if the socket closes or after `timeoutMs`.
   */
  awaitReply(id: string, timeoutMs: number): Promise<BinaryNode | null>;
  /** Closes the WebSocket properly, after the last stanza. */
  end(last?: BinaryNode): void;
  /** Resets the TCP connection. */
  drop(): void;
  /** `silent` reads frames and answers none; `hard` reads nothing more, not even the end of the socket. */
  freeze(mode: 'silent' | 'hard'): void;
}

/** The network's reactions to a client. */
export interface ConnectionHandlers {
  onClient(connection: DeviceConnection): void;
  onStanza(connection: DeviceConnection, node: BinaryNode): Promise<void>;
  onClose(connection: DeviceConnection): void;
  onError(error: unknown): void;
}

let lastId = 0;

/** Performs the handshake with a client, then passes on its stanzas one after another. */
export function openDeviceConnection(socket: WebSocket, identity: NoiseIdentity, handlers: ConnectionHandlers): void {
  const noise = makeNoiseResponder(identity);
  let state: 'hello' | 'finish' | 'open' = 'hello';
  let connection: DeviceConnection | null = null;
  let isFrozen = false;
  let work: Promise<void> = Promise.resolve();
  const replies = new Map<string, (node: BinaryNode) => void>();

  const takeStanza = async (connected: DeviceConnection, plaintext: Buffer) => {
    const node = await decodeBinaryNode(plaintext);
    const reply = node.tag === 'iq' && node.attrs.type !== 'get' && node.attrs.type !== 'set';
    const waiting = reply ? replies.get(node.attrs.id ?? '') : undefined;
    if (waiting) return waiting(node);
    if (!isFrozen) await handlers.onStanza(connected, node);
  };
  const read = makeFrameReader((frame) => {
    if (state === 'hello') {
      state = 'finish';
      socket.send(encodeFrame(noise.hello(frame)));
    } else if (state === 'finish') {
      state = 'open';
      connection = makeConnection(noise.finish(frame));
      handlers.onClient(connection);
    } else if (connection !== null && !isFrozen) {
      const open = connection;
      const plaintext = open.session.decrypt(frame);
      work = work.then(() => takeStanza(open, plaintext)).catch(handlers.onError);
    }
  });

  function makeConnection(session: NoiseSession): DeviceConnection {
    const self: DeviceConnection = {
      id: ++lastId,
      session,
      isOpen: () => socket.readyState === socket.OPEN && !isFrozen,
      send(node) {
        if (self.isOpen()) socket.send(encodeFrame(session.encrypt(encodeBinaryNode(node))));
      },
      awaitReply: (id, timeoutMs) =>
        new Promise((resolve) => {
          const settle = (node: BinaryNode | null) => {
            clearTimeout(timer);
            replies.delete(id);
            socket.off('close', gone);
            resolve(node);
          };
          const gone = () => settle(null);
          const timer = setTimeout(gone, timeoutMs);
          replies.set(id, settle);
          socket.once('close', gone);
        }),
      end(last) {
        if (last) self.send(last);
        socket.close();
      },
      drop: () => socket.terminate(),
      freeze(mode) {
        isFrozen = true;
        if (mode === 'hard') socket.pause();
      },
    };
    return self;
  }

  socket.on('message', (data: Buffer) => {
    try {
      read(data);
    } catch (error) {
      handlers.onError(error);
      socket.terminate();
    }
  });
  socket.on('error', () => socket.terminate());
  socket.once('close', () => {
    if (connection !== null) handlers.onClose(connection);
  });
}
