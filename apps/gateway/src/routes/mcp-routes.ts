import { AppError } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed } from '../answers/method-not-allowed.ts';
import { type CustomerAccess, makeCustomer } from '../callers/customer.ts';
import { refuseForeignPage } from '../console/check-origin.ts';
import { readJsonObject } from '../input/read-json-object.ts';
import { identifySender } from '../pipeline/answer-request.ts';
import { routeEveryMethod } from './route-every-method.ts';

interface McpAccess extends CustomerAccess {
  publicUrl: string;
}

/** The MCP server: Streamable HTTP without sessions and streams, one message a request (docs/reference/mcp.md). */
export function addMcpRoutes(app: FastifyInstance, { publicUrl, ...access }: McpAccess): void {
  const customer = makeCustomer(access);
  const notPost = methodNotAllowed(['POST']);
  routeEveryMethod(app, '/:tenant/api/messaging/mcp', async (request: FastifyRequest, reply: FastifyReply) => {
    request.operation = 'mcp';
    refuseForeignPage(request.headers, publicUrl);
    const key = await identifySender(customer, notPost, request, reply);
    if (request.method !== 'POST') throw notPost;
    if (!key.mcpEnabled) throw new AppError('mcp_not_allowed', { message: 'MCP is switched off for this key.' });
    const message = await readJsonObject(request);
    // Loaded by the first request: a gateway without MCP traffic saves the memory of the library.
    const { answerMessage } = await import('../mcp/answer-message.ts');
    return answerMessage(message, { access, key, request, reply });
  });
}
