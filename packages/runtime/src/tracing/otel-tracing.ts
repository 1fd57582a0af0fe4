import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { type Scope, SpanStore } from './span-store.ts';
import type { EndSpan, RequestSpan, SpanStart, Tracing } from './tracing.ts';

/** Spans of one trace in one process: a bulk operation runs thousands of statements. */
const MAX_SPANS = 500;
/** A request that lasts longer, such as a live stream, leaves its span. */
const MAX_REQUEST_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const write = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`;

/** Reads a reference that may come from outside; undefined where it is malformed. */
const read = (traceparent: string): SpanContext | undefined => {
  const context = parseTraceParent(traceparent);
  return context === null ? undefined : { ...context, isRemote: true, traceFlags: 1 };
};

const contextOf = (parent: SpanContext | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);

const linksTo = (references: readonly string[]): Link[] =>
  references.flatMap((reference) => {
    const context = read(reference);
    return context === undefined ? [] : [{ context }];
  });

/** The code of the catalogue, of the driver or of the network; never the message, which may quote a value. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error && typeof error.code === 'string' && /^\w{1,60}$/.test(error.code) ? error.code : error.name;
}

/** Traces over the OpenTelemetry SDK. `random` gives numbers from 0 to 1. */
export function makeTracing(tracer: Tracer, { ratio, random }: { ratio: number; random(): number }): Tracing {
  const store = new SpanStore();

  function begin(start: SpanStart, parent: SpanContext | undefined, links: Link[], budget: Scope['budget']): Scope {
    const { name, kind, attributes = {} } = start;
    const options = { kind: KINDS[kind], attributes: { ...attributes }, links };
    const span = tracer.startSpan(name, options, contextOf(parent));
    store.open();
    return { span, reference: write(span.spanContext()), budget, isOver: false };
  }

  function end(scope: Scope, attributes: SpanStart['attributes'], error?: unknown): void {
    if (scope.isOver) return;
    store.close(scope);
    if (attributes) scope.span.setAttributes({ ...attributes });
    if (error !== undefined) {
      scope.span.setAttribute('error.type', errorType(error));
      scope.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    scope.span.end();
  }

  async function runIn<T>(
    scope: Scope,
    work: () => Promise<T>,
    describe?: (result: T) => SpanStart['attributes'],
  ): Promise<T> {
    try {
      const result = await store.run(scope, work);
      end(scope, describe?.(result));
      return result;
    } catch (error) {
      end(scope, undefined, error);
      throw error;
    }
  }

  /** The budget of a span's trace in this process. */
  const budgetFor = (parent: string): Scope['budget'] => {
    const scope = store.current();
    return scope?.reference.slice(0, 35) === parent.slice(0, 35) ? scope.budget : { spansLeft: MAX_SPANS };
  };

  return {
    current: () => store.current()?.reference ?? null,
    traceId: () => store.current()?.span.spanContext().traceId ?? null,
    request(traceparent, start): RequestSpan | null {
      if (random() >= ratio) return null;
      const parent = traceparent === undefined ? undefined : read(traceparent);
      const scope = begin(start, parent, [], { spansLeft: MAX_SPANS });
      const timer = setTimeout(() => end(scope, undefined), MAX_REQUEST_MS);
      timer.unref();
      return {
        enter: (work) => store.run(scope, work),
        end(name, attributes) {
          clearTimeout(timer);
          if (!scope.isOver) scope.span.updateName(name);
          const status = attributes['http.response.status_code'] ?? 0;
          if (status >= 500 && !scope.isOver) scope.span.setStatus({ code: SpanStatusCode.ERROR });
          end(scope, attributes);
        },
      };
    },
    child(parent, start, work, links) {
      const context = read(parent);
      const budget = budgetFor(parent);
      if (context === undefined || budget.spansLeft <= 0) return work();
      budget.spansLeft--;
      return runIn(begin(start, context, linksTo(links), budget), work);
    },
    root: (links, start, work, describe) =>
      runIn(begin(start, undefined, linksTo(links), { spansLeft: MAX_SPANS }), work, describe),
    detached: (work) => (store.current() === undefined ? work() : store.run(undefined, work)),
    leaf(start): EndSpan | null {
      const parent = store.current();
      if (parent === undefined || parent.budget.spansLeft <= 0) return null;
      parent.budget.spansLeft--;
      const { name, kind, attributes = {} } = start;
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes: { ...attributes } },
        contextOf(parent.span.spanContext()),
      );
      return (more, error) => {
        if (more) span.setAttributes({ ...more });
        if (error !== undefined) {
          span.setAttribute('error.type', errorType(error));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      };
    },
  };
}
