/**
 * The attributes of spans: a closed list without message texts, addresses and secrets, so that a collector never stores
 * them (docs/operations/traces.md).
 */
export interface SpanAttributes {
  'http.request.method'?: string;
  'http.response.status_code'?: number;
  'db.system.name'?: 'postgresql';
  /** A code of the catalogue, of the network or of PostgreSQL, or the name of an error's class. */
  'error.type'?: string;
  'messaging.batch.message_count'?: number;
  'parley.request_id'?: string;
  'parley.tenant_id'?: number;
  'parley.instance_id'?: string;
  'parley.event_id'?: string;
  'parley.event_type'?: string;
  'parley.attempt'?: number;
}

export interface SpanStart {
  /** An operation, a statement or a provider's method, from a small set of values. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
}

/** Ends a span; an error marks it as failed, by its name alone. */
export type EndSpan = (attributes?: SpanAttributes, error?: unknown) => void;

/** A request from outside, whose name and result are known at its end. */
export interface RequestSpan {
  /** Runs `work`, with the work that it starts, inside the span. */
  enter(work: () => void): void;
  end(name: string, attributes: SpanAttributes): void;
}

/**
 * The implementation, present only while traces are on. References to spans are W3C `traceparent` texts, which also
 * travel over the bus and are stored with events.
 */
export interface Tracing {
  /** The current span, or null if nothing is recorded. */
  current(): string | null;
  traceId(): string | null;
  /** Decides whether a request from outside is recorded; continues the caller's trace. */
  request(traceparent: string | undefined, start: SpanStart): RequestSpan | null;
  /** Runs `work` in a child of the span `parent`. */
  child<T>(parent: string, start: SpanStart, work: () => Promise<T>, links: readonly string[]): Promise<T>;
  /** Runs `work` in the first span of a trace, which links to others. */
  root<T>(
    links: readonly string[],
    start: SpanStart,
    work: () => Promise<T>,
    describe: (result: T) => SpanAttributes,
  ): Promise<T>;
  /** Runs `work` outside the current span. */
  detached<T>(work: () => T): T;
  /** Begins a child of the current span that has no children. */
  leaf(start: SpanStart): EndSpan | null;
}

let tracing: Tracing | null = null;

/** Turns traces of this process on, or off with null. */
export function installTracing(installed: Tracing | null): void {
  tracing = installed;
}

/** The current span as a W3C `traceparent`; null if nothing is recorded. */
export const currentTrace = (): string | null => (tracing === null ? null : tracing.current());

/** The id of the current trace, for the log; null if nothing is recorded. */
export const currentTraceId = (): string | null => (tracing === null ? null : tracing.traceId());

/** The span of a request from outside; null if it is not recorded. */
export const traceRequest = (traceparent: string | undefined, start: SpanStart): RequestSpan | null =>
  tracing === null ? null : tracing.request(traceparent, start);

/** Runs `work` in a child of the current span; without one, `work` alone. */
export function traced<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = currentTrace();
  return tracing === null || parent === null ? work() : tracing.child(parent, start, work, []);
}

/** The span of work that was handed over, by another process or to a batch, and the spans that it comes from. */
export interface HandedOver extends SpanStart {
  spans: readonly string[];
}

/**
 * Runs `work` in a child of the first of these spans, with links to the others; without any, outside every span.
 * `begin` is called only while traces are on.
 */
export function tracedFrom<T>(begin: () => HandedOver, work: () => Promise<T>): Promise<T> {
  if (tracing === null) return work();
  const {
    spans: [parent, ...others],
    ...start
  } = begin();
  return parent === undefined ? tracing.detached(work) : tracing.child(parent, start, work, others);
}

/**
 * Runs `work` in a separate trace that links to a stored span; without one, outside every span. `describe` gives the
 * attributes of its result; it and `begin` are called only for a recorded span.
 */
export function tracedAfter<T>(
  span: string | null,
  begin: () => SpanStart,
  work: () => Promise<T>,
  describe: (result: T) => SpanAttributes,
): Promise<T> {
  if (tracing === null) return work();
  return span === null ? tracing.detached(work) : tracing.root([span], begin(), work, describe);
}

/** Runs `work` outside the current span: it serves more than the request that happens to start it. */
export const untraced = <T>(work: () => T): T => (tracing === null ? work() : tracing.detached(work));

/** Begins a child of the current span that has no children; null if nothing is recorded. */
export const beginLeaf = (start: SpanStart): EndSpan | null => (tracing === null ? null : tracing.leaf(start));
