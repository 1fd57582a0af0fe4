import { Prisma } from '@parley/prisma/client';

/** NULL of a JSON column, for the Prisma client: a plain null could also mean the JSON value `null`. */
export const JSON_NULL = Prisma.DbNull;
