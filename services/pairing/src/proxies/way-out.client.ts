import { Agent as HttpAgent } from 'node:http';
import { Agent } from 'node:https';
import { guardAnswers } from '@parley/providers/egress/answer-guard';
import type { Egress } from '@parley/providers/egress/open-egress';
import { type Dispatcher, Agent as HttpPool } from 'undici';
import type { DeviceProxy } from './proxy.rules.ts';
import { openTunnel, type TunnelOptions } from './tunnel.client.ts';

/** The ways by which a device leaves this machine: its connection to the network, and its files. */
export interface WayOut {
  /** Agent for the connection. */
  agent: Agent;
  /** Dispatcher for files of the network. */
  dispatcher: Dispatcher;
  /** Ends attempts at once and the files when they are read. */
  close(): void;
}

interface ProxyOptions {
  proxy: DeviceProxy;
  /** Whether the connection to the network has TLS: an emulated network has none. */
  isEncrypted: boolean;
  /** Called when the connection to the network cannot be opened. */
  onFailed(error: Error): void;
  /** Time for one tunnel, default 10 s. */
  timeoutMs?: number | undefined;
}

/** Time to reach the proxy and through it the target; less than the time for the login. */
const TIMEOUT_MS = 10_000;

type Port = string | number | null | undefined;
const portOf = (port: Port, isEncrypted: boolean): number => Number(port || (isEncrypted ? 443 : 80));

/** Every connection of a device through its proxy. */
export function openWayOut(
  egress: Pick<Egress, 'connect'>,
  { proxy, isEncrypted, onFailed, timeoutMs = TIMEOUT_MS }: ProxyOptions,
): WayOut {
  const ending = new AbortController();
  const tunnel = (to: Pick<TunnelOptions, 'target' | 'isEncrypted'>) =>
    openTunnel(egress, { ...to, proxy, timeoutMs, signal: ending.signal });

  // safe: for an address without TLS the client library passes it to node:http
  const agent = isEncrypted ? new Agent() : (new HttpAgent() as Agent);
  Object.assign(agent, {
    createConnection(
      { host, port }: { host?: string | null; port?: Port },
      callback: (error: Error | null, socket?: unknown) => void,
    ): void {
      const target = { host: host ?? '', port: portOf(port, isEncrypted) };
      tunnel({ target, isEncrypted }).then(
        (socket) => callback(null, socket),
        (error: Error) => {
          onFailed(error);
          callback(error);
        },
      );
    },
  });

  const dispatcher = new HttpPool({
    connect({ hostname, port, protocol }, callback) {
      const isSecure = protocol === 'https:';
      const target = { host: hostname.replace(/^\[|\]$/g, ''), port: portOf(port, isSecure) };
      tunnel({ target, isEncrypted: isSecure }).then(
        (socket) => {
          guardAnswers(socket);
          callback(null, socket);
        },
        (error: Error) => callback(error, null),
      );
    },
  });
  return {
    agent,
    dispatcher,
    close() {
      ending.abort();
      agent.destroy();
      void dispatcher.close();
    },
  };
}
