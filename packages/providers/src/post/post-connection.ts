import type { Socket } from 'node:net';
import type { Post, PostHolder } from './post.ts';

/** The error of a connection that ended before a status arrived. */
const ENDED = 'the connection ended without an answer';
/** Node and others announce how long they keep an idle connection; it is given up this much earlier. */
const MARGIN_MS = 2000;
const MAX_IDLE_MS = 30_000;

export interface ConnectionOwner {
  /** The answer has ended, and the connection may be used again. */
  answered(connection: PostConnection): void;
  closed(connection: PostConnection): void;
}

/** One connection, with one request at a time: no pipelining. */
export class PostConnection implements PostHolder {
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  #post: Post | null = null;
  #isClosed = false;
  #usableUntilMs = Number.POSITIVE_INFINITY;

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#owner = owner;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('end', () => this.close(null));
    socket.on('error', (error) => this.close(error));
    socket.on('close', () => this.close(null));
  }

  isUsable(nowMs: number): boolean {
    return !this.#isClosed && nowMs < this.#usableUntilMs;
  }

  send(post: Post): void {
    this.#post = post;
    post.holder = this;
    this.#socket.write(post.bytes);
  }

  /** The post was abandoned, and the next bytes would be its answer. */
  drop(): void {
    this.#post = null;
    this.close(null);
  }

  close(error: Error | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const post = this.#post;
    this.#post = null;
    this.#socket.destroy();
    this.#owner.closed(this);
    post?.fail(error ?? new Error(ENDED));
  }

  #read(chunk: Buffer): void {
    const post = this.#post;
    try {
      post?.parser.read(chunk);
    } catch (error) {
      this.close(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    // No request is open: these bytes must not be read as the answer to the next one.
    if (post === null) this.close(null);
    else if (post.parser.isOver) this.#end(post);
  }

  #end(post: Post): void {
    const { statusCode, keepsAlive, headers } = post.parser;
    // A receiver that answered before it read the whole request may not read the rest.
    if (statusCode === null || !keepsAlive || this.#socket.writableLength > 0) {
      this.close(null);
      return;
    }
    this.#post = null;
    this.#rest(headers.get('keep-alive'));
    post.succeed(statusCode);
  }

  #rest(announced: string | undefined): void {
    const seconds = announced === undefined ? undefined : /timeout=(\d{1,9})/i.exec(announced)?.[1];
    const idleMs = seconds === undefined ? MAX_IDLE_MS : Number(seconds) * 1000 - MARGIN_MS;
    this.#usableUntilMs = performance.now() + Math.min(idleMs, MAX_IDLE_MS);
    this.#owner.answered(this);
  }
}
