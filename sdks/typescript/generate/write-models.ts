import openapiTS, { astToString } from 'openapi-typescript';
import { type ApiDocument, HEADER, type SdkMethod } from '../../generate/read-document.ts';

/** The pattern of field codes in the document; openapi-typescript turns it into `string`. */
const FIELD_CODES = '(missing|invalid)_';

/** Schemas without `anyOf` rules about required members, which openapi-typescript does not support. */
const withoutChoices = (schemas: ApiDocument['components']['schemas']) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, { anyOf, ...schema }]) => [
      name,
      schema.properties ? schema : { ...schema, anyOf },
    ]),
  );

/** The types of all named schemas, and of the query of each GET. */
export async function writeModels(document: ApiDocument, methods: readonly SdkMethod[]): Promise<string> {
  const queries = methods.flatMap(({ method, input }) => {
    if (method !== 'GET' || input === null) return [];
    const { name, properties, required } = input;
    return [[name, { type: 'object', properties, required }]];
  });
  // A type alias cannot refer to itself, so JsonValue becomes unknown.
  const schemas = { ...withoutChoices(document.components.schemas), ...Object.fromEntries(queries), JsonValue: {} };
  const ast = await openapiTS(
    JSON.stringify({ openapi: '3.1.0', info: document.info, paths: {}, components: { schemas } }),
    {
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
      defaultNonNullable: false,
      silent: true,
    },
  );
  const text = astToString(ast);
  const codes = /^( *ErrorCode: \(.*\)) \| string;$/m;
  if (!JSON.stringify(schemas.ErrorCode).includes(FIELD_CODES) || !codes.test(text))
    throw new Error('The schema of error codes has changed.');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a type
  return HEADER + text.replace(codes, '$1 | `missing_${string}` | `invalid_${string}`;');
}
