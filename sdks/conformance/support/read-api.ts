import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ 'x-sdk-method': z.string() }))),
  components: z.looseObject({
    schemas: z.looseObject({
      ErrorCode: z.looseObject({ anyOf: z.tuple([z.object({ enum: z.array(z.string()) })], z.unknown()) }),
    }),
  }),
});

const document = Document.parse(
  JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')),
);

/** The method of every action. */
export const METHODS = Object.values(document.paths).flatMap((item) =>
  Object.values(item).map((operation) => operation['x-sdk-method']),
);
/** Every code of the document, apart from those of fields. */
export const CODES: readonly string[] = document.components.schemas.ErrorCode.anyOf[0].enum;
