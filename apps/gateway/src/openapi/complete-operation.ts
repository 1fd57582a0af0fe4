import type { Contract } from '@parley/common/define-contract';
import { DEFERRED_STATUS } from '../answers/success-status.ts';
import { describeResponses } from './describe-responses.ts';
import { OPERATOR_EXAMPLES } from './operator-examples/operator-examples.ts';
import { type Part, refTo } from './shared-parts.ts';

interface Body {
  schema: Part;
  example?: unknown;
}

/** An operation of the document. */
export interface Operation extends Part {
  parameters?: Part[];
  requestBody?: { content: { 'application/json': Body } & Record<string, Body> };
  responses: Record<string, { content?: { 'application/json': Body } }>;
}

/**
 * Adds to the schema of the request's body that one of several fields is required: a body that has none of them is
 * refused. Generators of types would read an `anyOf` of required fields as a union, of which `unknown` is a part.
 */
function requireOneOf({ oneOf }: Contract, operation: Operation, schemas: Part): void {
  const ref = operation.requestBody?.content['application/json'].schema.$ref;
  if (!oneOf || typeof ref !== 'string') return;
  const id = ref.slice(ref.lastIndexOf('/') + 1);
  const absent = Object.fromEntries(oneOf.map((field) => [field, { not: {} }]));
  // safe: a named body is an object schema of the document
  schemas[id] = { ...(schemas[id] as Part), not: { properties: absent } };
}

const NAME_IN_QUERY: Part = {
  name: 'name',
  in: 'query',
  description: 'Name of the file, where the body is its bytes',
  schema: { type: 'string', maxLength: 240 },
};

/** Adds the other bodies of an operation that accepts the bytes of a file: a form, and the file itself. */
function addFileBodies(operation: Operation): void {
  const content = operation.requestBody?.content;
  if (!content) return;
  const file = { description: 'Its name and type are hints', contentMediaType: 'application/octet-stream' };
  const properties = { file: { type: 'string', ...file }, name: { type: 'string', maxLength: 240 } };
  content['multipart/form-data'] = { schema: { type: 'object', properties, required: ['file'] } };
  content['application/octet-stream'] = { schema: { type: 'string', format: 'binary' } };
  operation.parameters = [...(operation.parameters ?? []), NAME_IN_QUERY];
}

/** Omits the description of a parameter's schema, which equals that of the parameter. */
const describeOnce = ({ schema, ...parameter }: Part): Part => {
  const { description: _, ...rest } = (schema ?? {}) as Part; // safe: a schema of the document is an object
  return { ...parameter, ...(schema === undefined ? {} : { schema: rest }) };
};

function addExamples(operation: Operation, contract: Contract): void {
  const example = contract.example ?? OPERATOR_EXAMPLES[contract.name];
  if (!example) return;
  const inBody = { ...example.request };
  for (const parameter of operation.parameters ?? []) {
    const name = String(parameter.name);
    if (inBody[name] === undefined) continue;
    parameter.example = inBody[name];
    delete inBody[name];
  }
  const body = operation.requestBody?.content['application/json'];
  if (body) body.example = inBody;
  const success = operation.responses[String(contract.successStatus ?? 200)]?.content?.['application/json'];
  if (success) success.example = example.answer;
  const deferred = operation.responses[String(DEFERRED_STATUS)]?.content?.['application/json'];
  if (deferred && example.deferredAnswer) deferred.example = example.deferredAnswer;
}

/**
 * Completes a generated operation from its contract: responses with their codes, the tenant and Idempotency-Key
 * parameters, the SDK method, examples.
 */
export function completeOperation(operation: Operation, contract: Contract, schemas: Part): Operation {
  const isAction = contract.kind === 'action';
  requireOneOf(contract, operation, schemas);
  if (contract.takesBytes) addFileBodies(operation);
  const success = operation.responses['200']?.content?.['application/json'].schema ?? {};
  const { security: _, ...described } = operation;
  const completed: Operation = {
    ...described,
    ...(isAction ? { 'x-action': contract.name, 'x-sdk-method': contract.sdk } : {}),
    parameters: [
      ...(isAction ? [refTo('parameters', 'tenant')] : []),
      ...(operation.parameters ?? []).map(describeOnce),
      ...(isAction && contract.method === 'POST' ? [refTo('parameters', 'Idempotency-Key')] : []),
    ],
    responses: describeResponses(contract, success) as Operation['responses'], // safe: responses of the shape above
  };
  addExamples(completed, contract);
  return completed;
}
