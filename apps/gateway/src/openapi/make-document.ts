import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { initTRPC } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiMeta } from 'trpc-to-openapi';
import { type Audience, CUSTOMER, OPERATOR } from './audiences.ts';
import { completeOperation, type Operation } from './complete-operation.ts';
import { codesOf } from './describe-responses.ts';
import { WEBHOOK_PREFIX } from './describe-webhooks.ts';
import { nameSchemas, typeName } from './schema-names.ts';
import { shareResponses } from './share-responses.ts';
import { ERROR_BODY, HEADERS, PARAMETERS, type Part, RECEIVED, refTo } from './shared-parts.ts';
import { mergeOutputs, nameJsonValue, withoutNoise } from './simplify-schemas.ts';

/** Version of the interface (docs/reference/requests.md#versions). */
const VERSION = '1.0.0';
const DEFAULT_ORIGIN = 'http://localhost:8080';

interface Generated {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Part };
}

function generate(contracts: readonly Contract[], { title, webhooks }: Audience): Generated {
  nameSchemas();
  const document = generateOpenApiDocument(makeDocumentRouter(contracts), {
    title,
    version: VERSION,
    baseUrl: DEFAULT_ORIGIN,
    // safe: webhooks are path items with zod schemas, as the generator takes them
    paths: webhooks() as NonNullable<Parameters<typeof generateOpenApiDocument>[1]['paths']>,
  });
  // safe: plain JSON; every path item consists of operations
  return mergeOutputs(JSON.parse(JSON.stringify(nameJsonValue(withoutNoise(document)))) as Generated);
}

/** Moves the body of a request and of an answer into the named schemas, unless it has a name. */
function nameBodies(operation: Operation, name: string, schemas: Part): void {
  const bodies = [
    [`${name}Request`, operation.requestBody?.content['application/json']],
    [`${name}Answer`, operation.responses['200']?.content?.['application/json']],
  ] as const;
  for (const [id, body] of bodies) {
    if (!body || '$ref' in body.schema) continue;
    schemas[id] = body.schema;
    body.schema = refTo('schemas', id);
  }
}

const isNamed = ([name]: [string, unknown]): boolean => !name.startsWith('__schema') && !name.startsWith('error.');

/** Removes the shared headers and parameters that a document does not refer to. */
function withoutUnused<Document extends { components: Part }>(document: Document): Document {
  const text = JSON.stringify(document);
  const used = (kind: string, shared: Part): Part =>
    Object.fromEntries(Object.entries(shared).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
  const components = {
    ...document.components,
    headers: used('headers', HEADERS),
    parameters: used('parameters', PARAMETERS),
  };
  return { ...document, components };
}

function describeApi(contracts: readonly Contract[], audience: Audience, origin: string): Part {
  const byName = new Map(contracts.map((contract) => [contract.name, contract]));
  const generated = generate(contracts, audience);
  const jsonValue = Object.entries(generated.components.schemas).find(([name]) => name.startsWith('__schema'))?.[1];
  const schemas: Part = Object.fromEntries(Object.entries(generated.components.schemas).filter(isNamed));
  const paths: Part = {};
  const webhooks: Part = {};
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries(generated.paths)) {
    if (path.startsWith(WEBHOOK_PREFIX)) {
      webhooks[path.slice(WEBHOOK_PREFIX.length)] = item;
      continue;
    }
    const completed = Object.entries(item).map(([method, operation]) => {
      const contract = byName.get(String(operation.operationId));
      if (!contract) throw new Error(`The document has an operation without a contract: ${operation.operationId}.`);
      nameBodies(operation, typeName(contract.name), schemas);
      const complete = completeOperation(operation, contract, schemas);
      operations.push(complete);
      return [method, complete] as const;
    });
    paths[path.startsWith('/api/messaging/') ? `/{tenant}${path}` : path] = Object.fromEntries(completed);
  }
  const responses = shareResponses(operations);
  return withoutUnused({
    openapi: '3.1.0',
    info: {
      title: audience.title,
      version: VERSION,
      description: audience.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '{origin}', variables: { origin: { default: origin, description: 'Public address of the deployment' } } },
    ],
    security: audience.security,
    tags: audience.tags,
    paths,
    webhooks,
    components: {
      schemas: {
        ErrorBody: ERROR_BODY,
        ErrorCode: describeErrorCodes(contracts),
        ...schemas,
        ...audience.union,
        JsonValue: jsonValue,
      },
      responses: { ...responses, Received: RECEIVED },
      securitySchemes: audience.securitySchemes,
    },
  });
}

/** The OpenAPI 3.1 document of the customer API and its webhooks (docs/reference/requests.md#address). */
export const makeCustomerDocument = (origin: string = DEFAULT_ORIGIN): Part =>
  describeApi(CUSTOMER_ACTIONS, CUSTOMER, origin);

/** The OpenAPI 3.1 document of the operator API and its webhooks (docs/reference/operator-api.md#access). */
export const makeOperatorDocument = (origin: string = DEFAULT_ORIGIN): Part =>
  describeApi(OPERATOR_ENDPOINTS, OPERATOR, origin);

const FIELD_CODE = /^(missing|invalid)_/;

/** Every code that the operations of a document return, except those of fields, which are named by the field. */
function describeErrorCodes(contracts: readonly Contract[]): Part {
  const codes = new Set(contracts.flatMap(codesOf));
  return {
    description: 'What went wrong; the list with advice is in docs/errors. Ignore codes that you do not know.',
    anyOf: [
      { enum: [...codes].filter((code) => !FIELD_CODE.test(code)).sort() },
      { type: 'string', pattern: FIELD_CODE.source, description: 'A field is missing or invalid' },
    ],
  };
}

const t = initTRPC.meta<OpenApiMeta>().create();

/** Path of a contract in the OpenAPI document; the tenant is added to the path of a customer action later. */
const pathOf = (contract: Contract): `/${string}` =>
  contract.kind === 'action' ? `/api/messaging/${contract.name}` : `/api/admin${contract.path}`;

/** The document's generator reads the schemas of procedures and never runs them. */
const neverRun = (): never => {
  throw new Error('A procedure of the document was called.');
};

function describeContract(contract: Contract) {
  const procedure = t.procedure
    .meta({
      openapi: {
        method: contract.method,
        path: pathOf(contract),
        operationId: contract.name,
        summary: contract.summary,
        ...(contract.description ? { description: contract.description } : {}),
        tags: [contract.tag],
      },
    })
    .input(contract.input)
    .output(contract.output);
  return contract.method === 'GET' ? procedure.query(neverRun) : procedure.mutation(neverRun);
}

/** Contracts in the form that the generator of the OpenAPI document takes. */
const makeDocumentRouter = (contracts: readonly Contract[]) =>
  t.router(Object.fromEntries(contracts.map((contract) => [contract.name, describeContract(contract)])));
