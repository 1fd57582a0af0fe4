import type { FastifyRequest } from 'fastify';
import { checkContentType, JSON_MAX_BYTES, parseJsonObject } from './parse-json-body.ts';
import { readBody } from './read-body.ts';

/** Reads the whole body of a request. */
export type ReadRaw = (request: FastifyRequest) => Promise<Buffer>;

const readKnown: ReadRaw = ({ raw }) => readBody(raw, JSON_MAX_BYTES);

/** The JSON object of a request that must have one (docs/reference/requests.md#order-of-the-checks). */
export async function readJsonObject(request: FastifyRequest): Promise<Record<string, unknown>> {
  checkContentType(request.headers);
  return parseJsonObject(await readKnown(request));
}

/** The JSON object of a request whose body is optional; empty without a body. */
export async function readOptionalJsonObject(
  request: FastifyRequest,
  read: ReadRaw = readKnown,
): Promise<Record<string, unknown>> {
  const raw = await read(request);
  if (raw.length === 0 && request.headers['content-type'] === undefined) return {};
  checkContentType(request.headers);
  return parseJsonObject(raw);
}
