import { isOfTenant } from '@parley/common/console-roles';
import { signOut } from '@parley/common/contracts/console/my-account';
import { reportPresence } from '@parley/common/contracts/console/presence';
import { signInAsOperator } from '@parley/common/contracts/console/sign-in';
import { openOperatorSession } from '@parley/common/contracts/internal/console-session';
import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { Contract } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { callService } from '../call-service.ts';
import type { Audited, RequestContext } from '../request-context.ts';
import type { ConsoleContext, ConsoleOperation } from './console-context.ts';
import type { Presence } from './presence/start-presence.ts';

/** The contract that the service answers. */
export const targetOf = (operation: ConsoleOperation): Contract =>
  'target' in operation ? operation.target : operation;

/**
 * The fields that the contract expects: the tenant is the session's, whatever the browser sends. Errors:
 * no_tenant_chosen.
 */
export function scopeFields(
  operation: ConsoleOperation,
  fields: Readonly<Record<string, unknown>>,
  { member }: RequestContext,
): Record<string, unknown> {
  if (!('target' in operation) || !isOfTenant(operation.permission) || !('slug' in operation.target.input.shape))
    return { ...fields };
  if (!member?.tenantSlug) throw new AppError('no_tenant_chosen');
  return { ...fields, slug: member.tenantSlug };
}

const isAudited = (operation: ConsoleOperation): boolean =>
  operation.method !== 'GET' && operation.permission !== 'public' && !('isQuiet' in operation && operation.isQuiet);

type Input = Record<string, unknown>;

/** The token in an answer that opens a session. */
function tokenOf(output: unknown): string {
  // safe: the outputs of operations that open a session have it, and were parsed
  return (output as { session_token: string }).session_token;
}

/** Calls an operation's service with a parsed input; writes the audit log and sets the browser's session. */
export function makeRunOperation({ audited, presence }: { audited: Audited; presence: Presence }) {
  const call = async (operation: ConsoleOperation, input: Input, request: RequestContext, context: ConsoleContext) => {
    if (operation.name === reportPresence.name) return presence.report(reportPresence.input.parse(input), request);
    if (operation.name !== signInAsOperator.name) return callService(targetOf(operation), input, request);
    const adminTokenHash = context.checkAdminToken(String(input.admin_token));
    const { sessionToken } = await callService(openOperatorSession, { adminTokenHash }, request);
    return { session_token: sessionToken };
  };
  return async (
    operation: ConsoleOperation,
    { input, request, context }: { input: Input; request: RequestContext; context: ConsoleContext },
  ): Promise<unknown> => {
    const make = () => call(operation, input, request, context);
    const output = isAudited(operation)
      ? await audited({ action: operation.name, input, request }, make)
      : await make();
    if (operation.name === sendFromDashboard.name) presence.noteAnswer(Number(input.id), request);
    if (operation.name === signOut.name) context.keepSession(null);
    const opensSession = 'opensSession' in operation && operation.opensSession;
    if (opensSession) context.keepSession(tokenOf(output));
    if ('remembersDevice' in operation && request.deviceSecret !== undefined) context.keepDevice(request.deviceSecret);
    return opensSession ? { ok: true } : output;
  };
}
