import type { Contract } from '@parley/common/define-contract';
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';

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
export const makeDocumentRouter = (contracts: readonly Contract[]) =>
  t.router(Object.fromEntries(contracts.map((contract) => [contract.name, describeContract(contract)])));
