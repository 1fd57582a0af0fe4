import type { Contract } from '@parley/common/define-contract';
import { DEFERRED_STATUS } from '../answers/success-status.ts';
import { describeResponses, ONE_OF_FIELDS } from './describe-responses.ts';
import { EXAMPLES } from './examples.ts';
import { OPERATOR_EXAMPLES } from './operator-examples/operator-examples.ts';
import { sdkMethodOf } from './sdk-methods.ts';
import { type Part, refTo } from './shared-parts.ts';

interface Body {
  schema: Part;
  example?: unknown;
}

/** An operation of the document. */
export interface Operation extends Part {
  parameters?: Part[];
  requestBody?: { content: { 'application/json': Body } };
  responses: Record<string, { content?: { 'application/json': Body } }>;
}

/** Adds to the schema of the request's body that one of several fields is required. */
function requireOneOf(name: string, operation: Operation, schemas: Part): void {
  const choices = ONE_OF_FIELDS[name];
  const ref = operation.requestBody?.content['application/json'].schema.$ref;
  if (!choices || typeof ref !== 'string') return;
  const id = ref.slice(ref.lastIndexOf('/') + 1);
  // safe: a named body is an object schema of the document
  schemas[id] = { ...(schemas[id] as Part), anyOf: choices.map((field) => ({ required: [field] })) };
}

/** A parameter's schema has no description of its own: that of the parameter is the same. */
const describeOnce = ({ schema, ...parameter }: Part): Part => {
  const { description: _, ...rest } = (schema ?? {}) as Part; // safe: a schema of the document is an object
  return { ...parameter, ...(schema === undefined ? {} : { schema: rest }) };
};

function addExamples(operation: Operation, contract: Contract): void {
  const example = (contract.kind === 'action' ? EXAMPLES : OPERATOR_EXAMPLES)[contract.name];
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
  requireOneOf(contract.name, operation, schemas);
  const success = operation.responses['200']?.content?.['application/json'].schema ?? {};
  const { security: _, ...described } = operation;
  const completed: Operation = {
    ...described,
    ...(isAction ? { 'x-action': contract.name, 'x-sdk-method': sdkMethodOf(contract) } : {}),
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
