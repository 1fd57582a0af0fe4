import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** A span that work runs in. */
export interface Scope {
  span: Span;
  /** As a W3C `traceparent`. */
  reference: string;
  /** Spans that the trace may still record in this process. */
  budget: { spansLeft: number };
  isOver: boolean;
}

/**
 * The current span of asynchronous work. An active AsyncLocalStorage slows down every promise of the process, so it is
 * disabled while no recorded span is open. Work that outlives its span is outside every span.
 */
export class SpanStore {
  readonly #storage = new AsyncLocalStorage<Scope | undefined>();
  #open = 0;

  current(): Scope | undefined {
    const scope = this.#open === 0 ? undefined : this.#storage.getStore();
    return scope?.isOver ? undefined : scope;
  }

  open(): void {
    this.#open++;
  }

  close(scope: Scope): void {
    scope.isOver = true;
    if (--this.#open === 0) this.#storage.disable();
  }

  run<T>(scope: Scope | undefined, work: () => T): T {
    return this.#storage.run(scope, work);
  }
}
