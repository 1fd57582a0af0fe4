import type { AuthenticatedKey } from '@parley/common/contracts/internal/authenticate';
import { AppError, invalidField } from '@parley/common/errors';
import { pruneBody } from '../input/prune-input.ts';
import { findUnknownFields, refuseUnknown } from '../input/unknown-fields.ts';
import type { Serving } from '../pipeline/caller.ts';
import { isIdempotencyKey } from '../pipeline/idempotency-key.ts';
import type { Fields, Operation } from '../pipeline/operation.ts';
import { admitKey, type CustomerAccess } from './customer.ts';

/** Maximum elements of a list in one result, so that results stay short. */
export const ITEMS_MAX = 25;
export const ITEMS_BY_DEFAULT = 10;

/** Limits the page size of an action with pages. The answer has the position of the next page. */
function withShortPage({ shape }: Operation, fields: Fields): Fields {
  if (!shape.keys.includes('limit')) return fields;
  const { limit = ITEMS_BY_DEFAULT } = fields;
  return { ...fields, limit: typeof limit === 'number' ? Math.min(limit, ITEMS_MAX) : limit };
}

/** Whether a key has a tool: it is in its list, and the key has the switch that the action needs. */
export const mayCall = ({ mcpTools, mayRead }: AuthenticatedKey, { name, contract }: Operation): boolean =>
  mcpTools.includes(name) && (contract.requires !== 'may_read' || mayRead);

/**
 * A customer that calls an action as an MCP tool (docs/reference/mcp.md#calls); `given` has the tool's arguments, and
 * `own` names those that are no fields of the action.
 */
export const overMcp = (
  access: CustomerAccess,
  given: Fields,
  own: readonly string[],
): Serving<Operation, AuthenticatedKey> => ({
  admit(request, operation, key) {
    const { name, contract } = operation;
    if (!key.mcpTools.includes(name))
      throw new AppError('mcp_not_allowed', {
        message: `The tool ${name} is not in the list of this key. The operator, or an admin of the workspace in the console under Keys, can add it (mcp_tools).`,
      });
    const context = admitKey(access, request, operation, key);
    const { idempotency_key: idempotencyKey } = given;
    if (contract.method !== 'POST' || idempotencyKey === undefined || idempotencyKey === null) return context;
    if (!isIdempotencyKey(idempotencyKey))
      throw invalidField('idempotency_key', 'idempotency_key must be 1 to 255 printable ASCII characters.');
    return { ...context, idempotencyKey };
  },
  async readFields(request, operation) {
    // A model corrects its call when it learns that an argument has no effect.
    refuseUnknown(
      findUnknownFields(
        operation.shape,
        Object.fromEntries(Object.entries(given).filter(([name]) => !own.includes(name))),
      ),
    );
    const fields = withShortPage(operation, pruneBody(operation.shape, given));
    if (request.customer) request.customer.fields = fields;
    return fields;
  },
  namesReplays: true,
});
