import { AppError } from '@parley/common/errors';
import type { FastifyRequest } from 'fastify';
import { parseJsonObject } from '../input/parse-json-body.ts';
import { type ReadRaw, readOptionalJsonObject } from '../input/read-json-object.ts';

/** The JSON object that tRPC puts into a query's `input` or into the body; without one, no fields. */
export async function readCallInput(request: FastifyRequest, read?: ReadRaw): Promise<Record<string, unknown>> {
  const { batch, input } = request.query as Record<string, unknown>; // safe: parsed query
  if (batch !== undefined)
    throw new AppError('invalid_request', {
      message: 'Batched calls are not supported: use a link that sends one call a request.',
    });
  if (request.method === 'GET') return input === undefined ? {} : parseJsonObject(Buffer.from(String(input)));
  return readOptionalJsonObject(request, read);
}
