import openapiTS, { astToString } from 'openapi-typescript';
import { type ApiDocument, HEADER, readMethods, type SdkMethod } from './read-document.ts';

/** The generator turns a code of a field, which the document describes by a pattern, into any string. */
const FIELD_CODES = '(missing|invalid)_';

/** Without the rules that one of several members is required, which the generator does not understand. */
const withoutChoices = (schemas: ApiDocument['components']['schemas']) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, { anyOf, ...schema }]) => [
      name,
      schema.properties ? schema : { ...schema, anyOf },
    ]),
  );

const queryOf = ({ query }: SdkMethod) => ({
  type: 'object',
  properties: Object.fromEntries(
    query.map(({ name, description, schema }) => [
      name,
      { ...(schema as object), ...(description ? { description } : {}) },
    ]),
  ),
  required: query.filter(({ required }) => required).map(({ name }) => name),
});

/** The types of every named shape, and of the query of every GET. */
export async function writeModels(document: ApiDocument): Promise<string> {
  const queries = readMethods(document).flatMap((method) =>
    method.query.length > 0 && method.request ? [[method.request, queryOf(method)]] : [],
  );
  // A type alias cannot contain itself: any JSON is unknown.
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
