import type { EgressConnector, EgressTarget } from '../egress/egress-connector.ts';
import type { Post, PostHolder } from './post.ts';
import { type ConnectionOwner, PostConnection } from './post-connection.ts';

export interface HostPostsOptions {
  connect: EgressConnector;
  target: EgressTarget;
  maxSockets: number;
}

/** The requests to one host, and its connections. */
export class HostPosts implements PostHolder, ConnectionOwner {
  readonly #options: HostPostsOptions;
  readonly #waiting = new Set<Post>();
  readonly #connections = new Set<PostConnection>();
  /** The most recently used one last. */
  readonly #idle: PostConnection[] = [];
  /** Answered in this turn of the event loop. */
  #resting: PostConnection[] = [];
  #restingCount = 0;
  #connecting = 0;
  #isDestroyed = false;

  constructor(options: HostPostsOptions) {
    this.#options = options;
  }

  get openCount(): number {
    return this.#connections.size;
  }

  get isUnused(): boolean {
    return this.#connections.size === 0 && this.#connecting === 0 && this.#waiting.size === 0;
  }

  submit(post: Post): void {
    const connection = this.#takeIdle();
    if (connection) connection.send(post);
    else {
      post.holder = this;
      this.#waiting.add(post);
      this.#connect();
    }
  }

  drop(post: Post): void {
    this.#waiting.delete(post);
  }

  /**
   * A server that closes a connection after its answer without announcing it is noticed first: the connection is used
   * again only after the event loop has polled once more.
   */
  answered(connection: PostConnection): void {
    this.#restingCount++;
    if (this.#resting.push(connection) > 1) return;
    setImmediate(() => {
      const rested = this.#resting;
      this.#resting = [];
      setImmediate(() => {
        this.#restingCount -= rested.length;
        for (const one of rested) this.#free(one);
        // Replaces connections that have been closed since.
        this.#connect();
      });
    });
  }

  closed(connection: PostConnection): void {
    this.#connections.delete(connection);
    this.#connect();
  }

  /** Closes connections that have been idle for too long. */
  sweep(): void {
    const nowMs = performance.now();
    const kept = this.#idle.filter((one) => one.isUsable(nowMs));
    for (const one of this.#idle.splice(0, this.#idle.length, ...kept)) if (!one.isUsable(nowMs)) one.close(null);
  }

  destroy(error: Error): void {
    this.#isDestroyed = true;
    for (const post of this.#waiting) post.fail(error);
    this.#waiting.clear();
    for (const connection of this.#connections) connection.close(error);
  }

  #takeIdle(): PostConnection | null {
    const nowMs = performance.now();
    for (let one = this.#idle.pop(); one; one = this.#idle.pop()) {
      if (one.isUsable(nowMs)) return one;
      one.close(null);
    }
    return null;
  }

  #free(connection: PostConnection): void {
    const isUsable = connection.isUsable(performance.now());
    const next = isUsable ? this.#takeWaiting() : null;
    if (!isUsable) connection.close(null);
    else if (next) connection.send(next);
    else this.#idle.push(connection);
  }

  #takeWaiting(): Post | null {
    for (const post of this.#waiting) {
      this.#waiting.delete(post);
      return post;
    }
    return null;
  }

  /** Opens a connection for each waiting post that no opening or just-answered connection will serve. */
  #connect(): void {
    const { connect, target, maxSockets } = this.#options;
    while (
      !this.#isDestroyed &&
      this.#waiting.size > this.#connecting + this.#restingCount &&
      this.#connections.size + this.#connecting < maxSockets
    ) {
      this.#connecting++;
      connect(target, (error, socket) => {
        this.#connecting--;
        if (error) return this.#connectionFailed(error);
        if (this.#isDestroyed) return void socket.destroy();
        const connection = new PostConnection(socket, this);
        this.#connections.add(connection);
        this.#free(connection);
      });
    }
  }

  /** The oldest post fails, and the others are retried. */
  #connectionFailed(error: Error): void {
    this.#takeWaiting()?.fail(error);
    this.#connect();
  }
}
