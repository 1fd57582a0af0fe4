import { z } from 'zod';

/** `conversation_id` → `conversationId`. */
export type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : K;

declare const WRITTEN: unique symbol;
/** A value whose members keep their names on the bus: see {@link asWritten}. */
export type AsWritten = { readonly [WRITTEN]?: never };

/**
 * The value of a contract on the bus and in services: its members in camelCase. Keys of records, JSON of any shape and
 * {@link asWritten} values keep their names.
 */
export type Camel<T> = [z.core.util.JSONType] extends [T]
  ? T
  : T extends readonly (infer E)[]
    ? Camel<E>[]
    : T extends object
      ? typeof WRITTEN extends keyof T
        ? T
        : { [K in keyof T as CamelKey<K>]: Camel<T[K]> }
      : T;

const WRITTEN_SCHEMAS = z.registry<{ isWritten: true }>();

/**
 * Marks a schema whose values services keep in their signed or stored form, as JSON of the wire: their members keep their
 * names from the edge to the database and back.
 */
export function asWritten<T extends z.ZodType>(
  schema: T,
): T & z.ZodType<z.output<T> & AsWritten, z.input<T> & AsWritten> {
  WRITTEN_SCHEMAS.add(schema, { isWritten: true });
  // safe: the mark exists only in types
  return schema as T & z.ZodType<z.output<T> & AsWritten, z.input<T> & AsWritten>;
}

export const isWritten = (schema: z.core.$ZodType): boolean => WRITTEN_SCHEMAS.get(schema) !== undefined;

export const camelKey = (key: string): string =>
  key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The name of a member at the edge, as errors show it. */
export const snakeKey = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
