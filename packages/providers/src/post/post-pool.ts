import type { EgressConnector, EgressTarget } from '../egress/egress-connector.ts';
import { HostPosts } from './host-posts.ts';
import { Post, type PostAnswer, type PostLimits } from './post.ts';

const SWEEP_EVERY_MS = 1000;
/** Visible characters, spaces and tabs. */
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;

/** A parsed URL. */
export interface PostTarget {
  origin: string;
  /** The address to connect to. */
  to: EgressTarget;
  /** The beginning of every request to it. */
  start: string;
}

/** Parses an absolute http or https URL. */
export function postTargetOf(url: string): PostTarget {
  const { origin, host, hostname, protocol, port, pathname, search } = new URL(url);
  return {
    origin,
    to: { host, hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port },
    start: `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`,
  };
}

/** The whole request in one piece: one write to the socket. */
function bytesOf({ start }: PostTarget, headers: Readonly<Record<string, string>>, body: Buffer): Buffer {
  let head = start;
  for (const [name, value] of Object.entries(headers)) {
    if (!FIELD_VALUE.test(value)) throw new TypeError(`The header ${name} has invalid characters.`);
    head += `${name}: ${value}\r\n`;
  }
  head += `content-length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  body.copy(bytes, head.length);
  return bytes;
}

/**
 * POSTs over kept connections, one request at a time on each: no pipelining. For webhooks, which need little of an
 * answer (docs/adr/0009-webhook-posts.md).
 */
export class PostPool {
  readonly #connect: EgressConnector;
  readonly #maxSocketsPerHost: number;
  readonly #hosts = new Map<string, HostPosts>();
  #sweeping: NodeJS.Timeout | undefined;

  constructor(connect: EgressConnector, { maxSocketsPerHost }: { maxSocketsPerHost: number }) {
    this.#connect = connect;
    this.#maxSocketsPerHost = maxSocketsPerHost;
  }

  /** Connections that are open. */
  get openCount(): number {
    let count = 0;
    for (const host of this.#hosts.values()) count += host.openCount;
    return count;
  }

  /**
   * Sends one request and resolves with the answer; if it is late, too large, broken or cut off after its status, with
   * the part that has arrived. Otherwise rejects with AnswerLate after `timeoutMs`, with AnswerInvalid, and with the
   * errors of the connection. Redirects are not followed.
   */
  send(
    target: PostTarget,
    { headers, body }: { headers: Readonly<Record<string, string>>; body: Buffer },
    limits: PostLimits,
  ): Promise<PostAnswer> {
    return new Promise((resolve, reject) => {
      const post = new Post(bytesOf(target, headers, body), limits, resolve, reject);
      this.#hostOf(target).submit(post);
    });
  }

  /** Ends running requests, and closes all connections. */
  destroy(): void {
    clearInterval(this.#sweeping);
    for (const host of this.#hosts.values()) host.destroy(new Error('the connections were closed'));
    this.#hosts.clear();
  }

  #hostOf({ origin, to }: PostTarget): HostPosts {
    const known = this.#hosts.get(origin);
    if (known) return known;
    const host = new HostPosts({ connect: this.#connect, target: to, maxSockets: this.#maxSocketsPerHost });
    this.#hosts.set(origin, host);
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
    return host;
  }

  #sweep(): void {
    for (const [origin, host] of this.#hosts) {
      host.sweep();
      if (host.isUnused) this.#hosts.delete(origin);
    }
  }
}
