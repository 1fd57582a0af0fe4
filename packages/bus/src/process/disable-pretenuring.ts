import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 allocate every object in the young generation. By default V8 learns which allocation sites produce
 * long-lived objects, and allocates the next ones of that site in the old generation at once. A server's start misleads
 * it: long-lived objects (connections, statements, handlers) come from the same sites as objects that live for one
 * request. An old object of a request keeps everything that it refers to until a full collection, and full collections
 * delay every request by about 100 ms (docs/adr/0020-memory.md). A V8 without this setting reports that on standard
 * error and continues.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
