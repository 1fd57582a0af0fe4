import { DbNull } from '@prisma/client-runtime-utils';

/** NULL of a JSON column, for the Prisma client: a plain null could also mean the JSON value `null`. */
export const JSON_NULL = DbNull;
