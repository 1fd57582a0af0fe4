import { z } from 'zod';

/** The parts of a JSON schema that have a meaning for a type. */
export interface JsonSchema {
  $ref?: string | undefined;
  type?: string | readonly string[] | undefined;
  description?: string | undefined;
  format?: string | undefined;
  const?: unknown;
  enum?: readonly unknown[] | undefined;
  items?: JsonSchema | undefined;
  properties?: Readonly<Record<string, JsonSchema>> | undefined;
  additionalProperties?: JsonSchema | boolean | undefined;
  required?: readonly string[] | undefined;
  anyOf?: readonly JsonSchema[] | undefined;
  oneOf?: readonly JsonSchema[] | undefined;
}

/** Keeps members that the interface does not name, because openapi-typescript reads them. */
export const JsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    items: JsonSchema.optional(),
    properties: z.record(z.string(), JsonSchema).optional(),
    additionalProperties: z.union([JsonSchema, z.boolean()]).optional(),
    required: z.array(z.string()).optional(),
    anyOf: z.array(JsonSchema).optional(),
    oneOf: z.array(JsonSchema).optional(),
  }),
);

/** The name of the schema that a reference leads to. */
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** `also_disconnected` and `pairCode` as `AlsoDisconnected` and `PairCode`. */
export const toPascal = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
