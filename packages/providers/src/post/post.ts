import { startDeadline } from '../http/deadline.ts';
import { AnswerLate } from '../http/exchange.ts';
import { AnswerParser } from './answer-parser.ts';

export interface PostLimits {
  /** Limit of the whole exchange, including the wait for a connection and a slow answer. */
  timeoutMs: number;
  /** Limit of the answer's body, as it is on the wire. */
  maxBytes: number;
}

/** The answer to one request, or the part of it that has arrived. */
export interface PostAnswer {
  statusCode: number;
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

/** The current holder of a post: the queue of its host, or a connection. */
export interface PostHolder {
  /** The post has ended: releases it. */
  drop(post: Post): void;
}

/** One request on its way. Once a status has arrived it decides, however the answer ends. */
export class Post {
  readonly bytes: Buffer;
  readonly parser: AnswerParser;
  holder: PostHolder | null = null;
  readonly #resolve: (answer: PostAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #cancelDeadline: () => void;

  constructor(
    bytes: Buffer,
    { timeoutMs, maxBytes }: PostLimits,
    resolve: (answer: PostAnswer) => void,
    reject: (error: Error) => void,
  ) {
    this.bytes = bytes;
    this.parser = new AnswerParser(maxBytes);
    this.#resolve = resolve;
    this.#reject = reject;
    this.#cancelDeadline = startDeadline(timeoutMs, () => this.#giveUp());
  }

  /** Ends with the answer so far, or with the error if its status has not arrived. */
  fail(error: Error): void {
    const { statusCode } = this.parser;
    this.#leave();
    if (statusCode === null) this.#reject(error);
    else this.succeed(statusCode);
  }

  /** Ends with what has arrived of an answer with this status. */
  succeed(statusCode: number): void {
    this.#leave();
    this.#resolve({ statusCode, headers: this.parser.headers, body: this.parser.body() });
  }

  #giveUp(): void {
    this.holder?.drop(this);
    this.fail(new AnswerLate());
  }

  #leave(): void {
    this.#cancelDeadline();
    this.holder = null;
  }
}
