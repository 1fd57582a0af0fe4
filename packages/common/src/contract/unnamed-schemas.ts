import { z } from 'zod';

/**
 * The metadata of the schemas without their ids, for `z.toJSONSchema`. The OpenAPI documents name schemas in zod's global
 * registry. Without this registry, a named schema would become a `$ref` in other JSON Schemas of the same process.
 */
class Unnamed extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType): z.core.GlobalMeta | undefined {
    const meta = z.globalRegistry.get(schema);
    return meta && { ...meta, id: undefined };
  }
}

export const UNNAMED: z.core.$ZodRegistry<z.core.GlobalMeta> = new Unnamed();
