import type { PrismaClient } from '@parley/prisma/client';
import { onFirstCall } from './on-first-call.ts';

type Call = (...given: unknown[]) => unknown;

/** A member of an object by its name; the proxies below know names only. */
const memberOf = (owner: object, name: string): object => {
  const member: unknown = Reflect.get(owner, name);
  if (typeof member !== 'function' && (typeof member !== 'object' || member === null))
    throw new TypeError(`The Prisma client has no ${name}.`);
  return member;
};

/** An object whose members are made by name. It is no promise, and prints as an empty object. */
const byName = (make: (name: string) => unknown): object =>
  new Proxy({}, { get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : make(name)) });

/**
 * A Prisma client that `load` opens at its first call, once for all calls. Every call returns a promise, and starts at
 * once: the lists of calls that `$transaction` takes do not work.
 */
export function makeLazyPrisma(load: () => Promise<PrismaClient>): PrismaClient {
  const client = onFirstCall(load);
  const callOn =
    (find: (opened: PrismaClient) => object, name: string): Call =>
    async (...given) => {
      const owner = find(await client.get());
      // safe: everything that is called here is a function
      return (memberOf(owner, name) as Call).apply(owner, given);
    };
  const lazy = byName((name) => {
    if (name === '$extends')
      return (extension: Parameters<PrismaClient['$extends']>[0]) =>
        // safe: an extended client has the members of the client
        makeLazyPrisma(async () => (await client.get()).$extends(extension) as unknown as PrismaClient);
    if (name.startsWith('$')) return callOn((opened) => opened, name);
    return byName((operation) => callOn((opened) => memberOf(opened, name), operation));
  });
  return lazy as PrismaClient; // safe: each member does what the client's does, after it is open
}
