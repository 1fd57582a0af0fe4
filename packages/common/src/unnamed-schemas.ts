import { z } from 'zod';

/**
 * The schemas' descriptions without their ids, for `z.toJSONSchema`. The OpenAPI documents name schemas in zod's global
 * registry; a schema with a name would become a `$ref` elsewhere too, once a process has made a document.
 */
class Unnamed extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType): z.core.GlobalMeta | undefined {
    const meta = z.globalRegistry.get(schema);
    return meta && { ...meta, id: undefined };
  }
}

export const UNNAMED: z.core.$ZodRegistry<z.core.GlobalMeta> = new Unnamed();
