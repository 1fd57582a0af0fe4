import { createHash } from 'node:crypto';
import type { MemberCaller, Visitor } from '@parley/common/call-context';
import { inviteMember } from '@parley/common/contracts/console/members';
import { acceptInvitation, signIn } from '@parley/common/contracts/console/sign-in';
import {
  authenticateSession,
  openOperatorSession,
  prepareMember,
} from '@parley/common/contracts/internal/console-session';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import type { TenantRole } from '@parley/common/workspace/console-roles';
import { afterAll, beforeAll } from 'vitest';
import { type AccountsVariables, type OpenAccounts, type OpenAccountsOptions, openAccounts } from './open-accounts.ts';

export const PASSWORD = 'correct horse battery';

/** A browser, as the gateway describes it to the service. */
export interface Browser {
  member: MemberCaller;
  token: string;
  call<C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>>;
}

export interface OpenConsole extends OpenAccounts {
  /** Before sign-in. */
  visit<C extends Contract>(contract: C, input: InputOf<C>, visitor?: Partial<Visitor>): Promise<OutputOf<C>>;
  /** The member of a session; null when it has ended. */
  whoHas(token: string): Promise<MemberCaller | null>;
  /** The answer to the gateway for a session's token. */
  authenticate(token: string): Promise<OutputOf<typeof authenticateSession>>;
  open(token: string): Promise<Browser>;
  signIn(email: string, password?: string): Promise<Browser>;
  operator(): Promise<Browser>;
  /** Sets the hash of the admin token that gateways use from now on. */
  setAdminToken(hash: string): void;
  /** A member with {@link PASSWORD}, signed in. */
  join(slug: string, email: string, role: TenantRole): Promise<Browser>;
}

const VISITOR: Visitor = { address: '203.0.113.7', network: null, userAgent: 'a browser' };

/** The token after the # of a link. */
export const tokenOf = (url: string | null): string => (url ?? '').split('#')[1] ?? '';

/** The accounts service, with browsers. */
async function openConsole(variables?: AccountsVariables, options?: OpenAccountsOptions): Promise<OpenConsole> {
  const accounts = await openAccounts(variables, options);
  const { bus } = accounts;
  const requestId = 'req_test';
  const visit: OpenConsole['visit'] = (contract, input, visitor) =>
    bus.call(contract, input, { requestId, visitor: { ...VISITOR, ...visitor } });
  let adminTokenHash = 'a'.repeat(64);
  const authenticate = (token: string) => {
    const tokenHash = createHash('sha256').update(token).digest('hex');
    return bus.call(authenticateSession, { tokenHash, adminTokenHash }, { requestId });
  };
  const whoHas = async (token: string) => (await authenticate(token)).member;
  const open = async (token: string): Promise<Browser> => {
    const member = await whoHas(token);
    if (!member) throw new Error('The session is over.');
    return {
      member,
      token,
      call: (contract, input) => bus.call(contract, input, { requestId, member, visitor: VISITOR }),
    };
  };
  return {
    ...accounts,
    visit,
    whoHas,
    authenticate,
    open,
    signIn: async (email, password = PASSWORD) => open((await visit(signIn, { email, password })).sessionToken),
    operator: async () => open((await visit(openOperatorSession, { adminTokenHash })).sessionToken),
    setAdminToken(hash) {
      adminTokenHash = hash;
    },
    async join(slug, email, role) {
      const owner = { slug, email: `host-of-${email}`, name: 'Host', roles: ['owner' as const] };
      const { memberId } = await bus.call(prepareMember, owner, { requestId });
      const tenant = await accounts.database.db.prisma.tenant.findUniqueOrThrow({ where: { slug } });
      const member: MemberCaller = {
        sessionId: 'ses_0000000000',
        roles: ['owner'],
        memberId,
        tenantId: tenant.id,
        tenantSlug: slug,
      };
      const context = { requestId, member, visitor: VISITOR };
      const invited = await bus.call(inviteMember, { email, roles: [role], by: 'link', language: 'en' }, context);
      const joined = { token: tokenOf(invited.link), name: email, password: PASSWORD };
      return open((await visit(acceptInvitation, joined)).sessionToken);
    },
    [Symbol.asyncDispose]: () => accounts[Symbol.asyncDispose](),
  };
}

/** The accounts service for the tests of a file, with browsers. */
export function consoleOfFile(variables?: AccountsVariables, options?: OpenAccountsOptions): OpenConsole {
  const house = {} as OpenConsole; // safe: the hook fills it before a test reads it
  beforeAll(async () => {
    Object.assign(house, await openConsole(variables, options));
  });
  afterAll(() => house[Symbol.asyncDispose]());
  return house;
}
