import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import {
  changeMemberRole,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from '@parley/common/contracts/console/members';
import {
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endSession,
  joinWorkspace,
  listSessions,
  me,
  removeSecondFactor,
  signOut,
  startSecondFactor,
  switchWorkspace,
  updateMe,
} from '@parley/common/contracts/console/my-account';
import { getRequest, listRequests } from '@parley/common/contracts/console/request-log';
import {
  createView,
  deleteView,
  listViews,
  orderViews,
  updateView,
} from '@parley/common/contracts/console/saved-views';
import {
  acceptInvitation,
  redeemSignInLink,
  requestPasswordReset,
  resetPassword,
  showInvitation,
  signIn,
} from '@parley/common/contracts/console/sign-in';
import {
  actAsTenant,
  home,
  keyUsage,
  listAudit,
  listDeploymentAudit,
  listLedger,
  usage,
} from '@parley/common/contracts/console/workspace';
import {
  authenticateSession,
  openOperatorSession,
  prepareMember,
  recordAudit,
  settleAudit,
} from '@parley/common/contracts/internal/console-session';
import { recordRequests } from '@parley/common/contracts/internal/record-requests';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

/** Operations that the gateway calls for the console. */
@Controller()
export class ConsoleController {
  readonly #do: UseCases['console'];
  constructor(@Inject(USE_CASES) { console }: UseCases) {
    this.#do = console;
  }

  @Handles(listMembers)
  async listMembers(input: InputOf<typeof listMembers>, context: CallContext) {
    return this.#do.members.list(input, context);
  }

  @Handles(changeMemberRole)
  async changeMemberRole(input: InputOf<typeof changeMemberRole>, context: CallContext) {
    return this.#do.members.changeRole(input, context);
  }

  @Handles(removeMember)
  async removeMember(input: InputOf<typeof removeMember>, context: CallContext) {
    return this.#do.members.remove(input, context);
  }

  @Handles(listInvitations)
  async listInvitations(input: InputOf<typeof listInvitations>, context: CallContext) {
    return this.#do.invitations.list(input, context);
  }

  @Handles(inviteMember)
  async inviteMember(input: InputOf<typeof inviteMember>, context: CallContext) {
    return this.#do.invitations.invite(input, context);
  }

  @Handles(listViews)
  async listViews(_input: InputOf<typeof listViews>, context: CallContext) {
    return this.#do.views.list(context);
  }

  @Handles(createView)
  async createView(input: InputOf<typeof createView>, context: CallContext) {
    return this.#do.views.create(input, context);
  }

  @Handles(updateView)
  async updateView(input: InputOf<typeof updateView>, context: CallContext) {
    return this.#do.views.update(input, context);
  }

  @Handles(deleteView)
  async deleteView(input: InputOf<typeof deleteView>, context: CallContext) {
    return this.#do.views.remove(input, context);
  }

  @Handles(orderViews)
  async orderViews(input: InputOf<typeof orderViews>, context: CallContext) {
    return this.#do.views.order(input, context);
  }

  @Handles(revokeInvitation)
  async revokeInvitation(input: InputOf<typeof revokeInvitation>, context: CallContext) {
    return this.#do.invitations.revoke(input, context);
  }

  @Handles(me)
  async me(_input: InputOf<typeof me>, context: CallContext) {
    return this.#do.me.show(context);
  }

  @Handles(updateMe)
  async updateMe(input: InputOf<typeof updateMe>, context: CallContext) {
    return this.#do.me.update(input, context);
  }

  @Handles(switchWorkspace)
  async switchWorkspace(input: InputOf<typeof switchWorkspace>, context: CallContext) {
    return this.#do.workspaces.switchTo(input, context);
  }

  @Handles(joinWorkspace)
  async joinWorkspace(input: InputOf<typeof joinWorkspace>, context: CallContext) {
    return this.#do.workspaces.join(input, context);
  }

  @Handles(changePassword)
  async changePassword(input: InputOf<typeof changePassword>, context: CallContext) {
    return this.#do.me.changePassword(input, context);
  }

  @Handles(startSecondFactor)
  async startSecondFactor(input: InputOf<typeof startSecondFactor>, context: CallContext) {
    return this.#do.me.startSecondFactor(input, context);
  }

  @Handles(confirmSecondFactor)
  async confirmSecondFactor(input: InputOf<typeof confirmSecondFactor>, context: CallContext) {
    return this.#do.me.confirmSecondFactor(input, context);
  }

  @Handles(removeSecondFactor)
  async removeSecondFactor(input: InputOf<typeof removeSecondFactor>, context: CallContext) {
    return this.#do.me.removeSecondFactor(input, context);
  }

  @Handles(listSessions)
  async listSessions(_input: InputOf<typeof listSessions>, context: CallContext) {
    return this.#do.sessions.list(context);
  }

  @Handles(endSession)
  async endSession(input: InputOf<typeof endSession>, context: CallContext) {
    return this.#do.sessions.end(input, context);
  }

  @Handles(endOtherSessions)
  async endOtherSessions(_input: InputOf<typeof endOtherSessions>, context: CallContext) {
    return this.#do.sessions.endOthers(context);
  }

  @Handles(signOut)
  async signOut(_input: InputOf<typeof signOut>, context: CallContext) {
    return this.#do.sessions.signOut(context);
  }

  @Handles(signIn)
  async signIn(input: InputOf<typeof signIn>, context: CallContext) {
    return this.#do.signIn(input, context);
  }

  @Handles(redeemSignInLink)
  async redeemSignInLink(input: InputOf<typeof redeemSignInLink>, context: CallContext) {
    return this.#do.links.redeem(input, context);
  }

  @Handles(requestPasswordReset)
  async requestPasswordReset(input: InputOf<typeof requestPasswordReset>, context: CallContext) {
    return this.#do.links.requestReset(input, context);
  }

  @Handles(resetPassword)
  async resetPassword(input: InputOf<typeof resetPassword>, context: CallContext) {
    return this.#do.links.resetPassword(input, context);
  }

  @Handles(showInvitation)
  async showInvitation(input: InputOf<typeof showInvitation>) {
    return this.#do.joining.show(input);
  }

  @Handles(acceptInvitation)
  async acceptInvitation(input: InputOf<typeof acceptInvitation>, context: CallContext) {
    return this.#do.joining.accept(input, context);
  }

  @Handles(home)
  async home(_input: InputOf<typeof home>, context: CallContext) {
    return this.#do.workspace.home(context);
  }

  @Handles(usage)
  async usage(input: InputOf<typeof usage>, context: CallContext) {
    return this.#do.workspace.usage(input, context);
  }

  @Handles(keyUsage)
  async keyUsage(input: InputOf<typeof keyUsage>, context: CallContext) {
    return this.#do.workspace.keyUsage(input, context);
  }

  @Handles(listLedger)
  async listLedger(input: InputOf<typeof listLedger>, context: CallContext) {
    return this.#do.workspace.ledger(input, context);
  }

  @Handles(listAudit)
  async listAudit(input: InputOf<typeof listAudit>, context: CallContext) {
    return this.#do.audit.list(input, context);
  }

  @Handles(listDeploymentAudit)
  async listDeploymentAudit(input: InputOf<typeof listDeploymentAudit>) {
    return this.#do.audit.listOfDeployment(input);
  }

  @Handles(actAsTenant)
  async actAsTenant(input: InputOf<typeof actAsTenant>, context: CallContext) {
    return this.#do.sessions.actAs(input, context);
  }

  @Handles(authenticateSession)
  async authenticateSession(input: InputOf<typeof authenticateSession>) {
    return this.#do.sessions.authenticate(input);
  }

  @Handles(openOperatorSession)
  async openOperatorSession(input: InputOf<typeof openOperatorSession>, context: CallContext) {
    return this.#do.sessions.openForOperator(input, context);
  }

  @Handles(recordAudit)
  async recordAudit(input: InputOf<typeof recordAudit>, context: CallContext) {
    return this.#do.audit.record(input, context);
  }

  @Handles(settleAudit)
  async settleAudit(input: InputOf<typeof settleAudit>) {
    return this.#do.audit.settle(input);
  }

  @Handles(recordRequests)
  async recordRequests(input: InputOf<typeof recordRequests>) {
    return this.#do.requests.record(input);
  }

  @Handles(listRequests)
  async listRequests(input: InputOf<typeof listRequests>, context: CallContext) {
    return this.#do.requests.list(input, context);
  }

  @Handles(getRequest)
  async getRequest(input: InputOf<typeof getRequest>, context: CallContext) {
    return this.#do.requests.show(input, context);
  }

  @Handles(prepareMember)
  async prepareMember(input: InputOf<typeof prepareMember>) {
    return this.#do.prepareMember(input);
  }
}
