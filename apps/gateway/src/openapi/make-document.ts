import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { describeResponses, ONE_OF_FIELDS } from './describe-responses.ts';
import { describeWebhooks, WEBHOOK_PREFIX } from './describe-webhooks.ts';
import { makeDocumentRouter } from './document-router.ts';
import { COMPONENTS, DESCRIPTION, type Part, refTo, TAGS } from './shared-parts.ts';
import { nameJsonValue, withoutNoise } from './simplify-schemas.ts';

/** Version of the interface (docs/reference/requests.md#versions). */
const VERSION = '1.0.0';
const DEFAULT_ORIGIN = 'http://localhost:8080';

interface Operation extends Part {
  parameters?: Part[];
  requestBody?: { content: { 'application/json': { schema: Part } } };
  responses: Record<string, { content?: { 'application/json': { schema: unknown } } }>;
}

const CONTRACTS: ReadonlyMap<string, Contract> = new Map(
  [...CUSTOMER_ACTIONS, ...OPERATOR_ENDPOINTS].map((contract) => [contract.name, contract]),
);

function generate(origin: string): { paths: Record<string, Record<string, Operation>>; components: { schemas: Part } } {
  const document = generateOpenApiDocument(makeDocumentRouter([...CONTRACTS.values()]), {
    title: 'Messaging API',
    version: VERSION,
    baseUrl: origin,
    // safe: webhooks are path items with zod schemas, as the generator takes them
    paths: describeWebhooks() as NonNullable<Parameters<typeof generateOpenApiDocument>[1]['paths']>,
  });
  // safe: plain JSON; every path item consists of operations
  return JSON.parse(JSON.stringify(nameJsonValue(withoutNoise(document)))) as ReturnType<typeof generate>;
}

function completeBody(name: string, operation: Operation): void {
  const schema = operation.requestBody?.content['application/json'].schema;
  const choices = ONE_OF_FIELDS[name];
  if (schema && choices) schema.anyOf = choices.map((field) => ({ required: [field] }));
}

function completeOperation(operation: Operation, contract: Contract): Operation {
  const customer = contract.kind === 'action';
  const { '200': success } = operation.responses;
  completeBody(contract.name, operation);
  const parameters = [
    ...(customer ? [refTo('parameters', 'tenant')] : []),
    ...(operation.parameters ?? []),
    ...(customer && contract.method === 'POST' ? [refTo('parameters', 'Idempotency-Key')] : []),
  ];
  return {
    ...operation,
    ...(customer ? { 'x-action': contract.name } : {}),
    security: customer ? [{ bearer: [] }, { apiKey: [] }] : [{ adminToken: [] }],
    parameters,
    responses: describeResponses(
      contract,
      success?.content?.['application/json'].schema ?? {},
    ) as Operation['responses'], // safe: responses of the shape above
  };
}

function completePath(item: Record<string, Operation>): Part {
  const operations = Object.entries(item).map(([method, operation]) => {
    const contract = CONTRACTS.get(String(operation.operationId));
    return [method, contract ? completeOperation(operation, contract) : operation];
  });
  return Object.fromEntries(operations);
}

/**
 * The OpenAPI 3.1 document of customer API, operator API and webhooks, generated from the contracts
 * (docs/reference/requests.md#address).
 */
export function makeDocument(origin: string = DEFAULT_ORIGIN): Part {
  const generated = generate(origin);
  const paths: Part = {};
  const webhooks: Part = {};
  for (const [path, item] of Object.entries(generated.paths)) {
    if (path.startsWith(WEBHOOK_PREFIX)) webhooks[path.slice(WEBHOOK_PREFIX.length)] = item;
    else paths[path.startsWith('/api/messaging/') ? `/{tenant}${path}` : path] = completePath(item);
  }
  const jsonValue = Object.entries(generated.components.schemas).find(([name]) => name.startsWith('__schema'))?.[1];
  return {
    openapi: '3.1.0',
    info: { title: 'Messaging API', version: VERSION, description: DESCRIPTION },
    servers: [{ url: origin }],
    tags: [
      ...TAGS,
      { name: 'webhooks', description: 'Events posted to the webhook URL of a key' },
      {
        name: 'platform webhooks',
        description: 'Events posted to the platform webhook of a tenant or of the deployment',
      },
    ],
    paths,
    webhooks,
    components: { ...COMPONENTS, schemas: { ...(COMPONENTS.schemas as Part), JsonValue: jsonValue } }, // safe: defined so
  };
}
