import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { type ApiDocument, HEADER, type SdkMethod } from '../../generate/read-document.ts';

/** The pattern of field codes in the document; openapi-typescript turns it into `string`. */
const FIELD_CODES = '(missing|invalid)_';

/** The schemas as declarations of their own: an editor shows the name of an interface, but the whole of an alias. */
function declareSchemas(nodes: readonly ts.Node[]): ts.Node[] {
  const components = nodes.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'components');
  const schemas = components?.members
    .filter(ts.isPropertySignature)
    .find(({ name }) => ts.isIdentifier(name) && name.text === 'schemas')?.type;
  if (!schemas || !ts.isTypeLiteralNode(schemas)) throw new Error('The form of the generated types has changed.');
  return schemas.members.filter(ts.isPropertySignature).flatMap((member) => {
    if (!ts.isIdentifier(member.name) || !member.type) throw new Error('A schema has no name.');
    const { name, type } = member;
    const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
    const declaration = ts.isTypeLiteralNode(type)
      ? ts.factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
      : ts.factory.createTypeAliasDeclaration(exported, name, undefined, type);
    const comments = ts.getSyntheticLeadingComments(member);
    return comments ? ts.setSyntheticLeadingComments(declaration, comments) : declaration;
  });
}

/** The types of all named schemas, and of the query of each GET. */
export async function writeModels(document: ApiDocument, methods: readonly SdkMethod[]): Promise<string> {
  const queries = methods.flatMap(({ method, input }) => {
    if (method !== 'GET' || input === null) return [];
    const { name, properties, required } = input;
    return [[name, { type: 'object', properties, required }]];
  });
  // A type alias cannot refer to itself, so JsonValue becomes unknown.
  const schemas = { ...document.components.schemas, ...Object.fromEntries(queries), JsonValue: {} };
  const ast = await openapiTS(
    JSON.stringify({ openapi: '3.1.0', info: document.info, paths: {}, components: { schemas } }),
    { defaultNonNullable: false, silent: true },
  );
  const text = astToString(declareSchemas(ast)).replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1');
  const codes = /^(export type ErrorCode = \(.*\)) \| string;$/m;
  if (!JSON.stringify(schemas.ErrorCode).includes(FIELD_CODES) || !codes.test(text))
    throw new Error('The schema of error codes has changed.');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a type
  return HEADER + text.replace(codes, '$1 | `missing_${string}` | `invalid_${string}`;');
}
