import { setFlagsFromString } from 'node:v8';

/**
 * Tells V8 to allocate every object in the young generation. By itself it learns where objects live long, and allocates the next ones of
 * that place in the old generation at once. A server's start teaches it wrongly: what lives long then (connections, statements, handlers)
 * comes from the same places as what lives for one request. Each object of a request that is old keeps all that it points to until a
 * full collection, and full collections slow down every request for about 100 ms (docs/adr/0005-decide-in-typescript.md#memory).
 * A V8 without this setting says so on standard error and goes on.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
