import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import * as members from '@parley/common/contracts/console/members';
import * as myAccount from '@parley/common/contracts/console/my-account';
import * as requestLog from '@parley/common/contracts/console/request-log';
import * as savedViews from '@parley/common/contracts/console/saved-views';
import * as tenantActivity from '@parley/common/contracts/console/tenant-activity';
import * as workspace from '@parley/common/contracts/console/workspace';
import * as workspaceSettings from '@parley/common/contracts/console/workspace-settings';
import * as consoleSession from '@parley/common/contracts/internal/console-session';
import * as requestRecords from '@parley/common/contracts/internal/record-requests';
import type { InputOf } from '@parley/common/define-contract';
import { type AccountsService, SERVICE } from './service.ts';
import { actAsTenant } from './use-cases/act-as-tenant.ts';
import { changeMemberRoles } from './use-cases/change-member-roles.ts';
import { createView } from './use-cases/create-view.ts';
import { getRequest } from './use-cases/get-request.ts';
import { getWorkspace } from './use-cases/get-workspace.ts';
import { getWorkspaceLogo } from './use-cases/get-workspace-logo.ts';
import { inviteMember } from './use-cases/invite-member.ts';
import { joinWorkspace } from './use-cases/join-workspace.ts';
import { listAttention } from './use-cases/list-attention.ts';
import { listAudit } from './use-cases/list-audit.ts';
import { listDeploymentAudit } from './use-cases/list-deployment-audit.ts';
import { listInvitations } from './use-cases/list-invitations.ts';
import { listLedger } from './use-cases/list-ledger.ts';
import { listMembers } from './use-cases/list-members.ts';
import { listRequests } from './use-cases/list-requests.ts';
import { listTenantActivity } from './use-cases/list-tenant-activity.ts';
import { listViews } from './use-cases/list-views.ts';
import { orderViews } from './use-cases/order-views.ts';
import { recordAudit } from './use-cases/record-audit.ts';
import { recordRequests } from './use-cases/record-requests.ts';
import { removeMember } from './use-cases/remove-member.ts';
import { removeView } from './use-cases/remove-view.ts';
import { revokeInvitation } from './use-cases/revoke-invitation.ts';
import { settleAudit } from './use-cases/settle-audit.ts';
import { showBilledUsage } from './use-cases/show-billed-usage.ts';
import { showHome } from './use-cases/show-home.ts';
import { showKeyUsage } from './use-cases/show-key-usage.ts';
import { showMe } from './use-cases/show-me.ts';
import { showTenant } from './use-cases/show-tenant.ts';
import { showUsage } from './use-cases/show-usage.ts';
import { switchWorkspace } from './use-cases/switch-workspace.ts';
import { updateMe } from './use-cases/update-me.ts';
import { updateView } from './use-cases/update-view.ts';
import { updateWorkspace } from './use-cases/update-workspace.ts';

/** Operations that the gateway calls for the console, except signing in. */
@Controller()
export class ConsoleController {
  readonly #service: AccountsService;
  constructor(@Inject(SERVICE) service: AccountsService) {
    this.#service = service;
  }

  @Handles(members.listMembers)
  async listMembers(input: InputOf<typeof members.listMembers>, context: CallContext) {
    return listMembers(this.#service, input, context);
  }

  @Handles(members.changeMemberRoles)
  async changeMemberRoles(input: InputOf<typeof members.changeMemberRoles>, context: CallContext) {
    return changeMemberRoles(this.#service, input, context);
  }

  @Handles(members.removeMember)
  async removeMember(input: InputOf<typeof members.removeMember>, context: CallContext) {
    return removeMember(this.#service, input, context);
  }

  @Handles(members.listInvitations)
  async listInvitations(input: InputOf<typeof members.listInvitations>, context: CallContext) {
    return listInvitations(this.#service, input, context);
  }

  @Handles(members.inviteMember)
  async inviteMember(input: InputOf<typeof members.inviteMember>, context: CallContext) {
    return inviteMember(this.#service, input, context);
  }

  @Handles(savedViews.listViews)
  async listViews(_input: InputOf<typeof savedViews.listViews>, context: CallContext) {
    return listViews(this.#service, context);
  }

  @Handles(savedViews.createView)
  async createView(input: InputOf<typeof savedViews.createView>, context: CallContext) {
    return createView(this.#service, input, context);
  }

  @Handles(savedViews.updateView)
  async updateView(input: InputOf<typeof savedViews.updateView>, context: CallContext) {
    return updateView(this.#service, input, context);
  }

  @Handles(savedViews.deleteView)
  async deleteView(input: InputOf<typeof savedViews.deleteView>, context: CallContext) {
    return removeView(this.#service, input, context);
  }

  @Handles(savedViews.orderViews)
  async orderViews(input: InputOf<typeof savedViews.orderViews>, context: CallContext) {
    return orderViews(this.#service, input, context);
  }

  @Handles(members.revokeInvitation)
  async revokeInvitation(input: InputOf<typeof members.revokeInvitation>, context: CallContext) {
    return revokeInvitation(this.#service, input, context);
  }

  @Handles(myAccount.me)
  async me(_input: InputOf<typeof myAccount.me>, context: CallContext) {
    return showMe(this.#service, context);
  }

  @Handles(myAccount.updateMe)
  async updateMe(input: InputOf<typeof myAccount.updateMe>, context: CallContext) {
    return updateMe(this.#service, input, context);
  }

  @Handles(myAccount.switchWorkspace)
  async switchWorkspace(input: InputOf<typeof myAccount.switchWorkspace>, context: CallContext) {
    return switchWorkspace(this.#service, input, context);
  }

  @Handles(myAccount.joinWorkspace)
  async joinWorkspace(input: InputOf<typeof myAccount.joinWorkspace>, context: CallContext) {
    return joinWorkspace(this.#service, input, context);
  }

  @Handles(workspace.home)
  async home(_input: InputOf<typeof workspace.home>, context: CallContext) {
    return showHome(this.#service, context);
  }

  @Handles(workspace.listAttention)
  async listAttention(_input: InputOf<typeof workspace.listAttention>, context: CallContext) {
    return listAttention(this.#service, context);
  }

  @Handles(workspace.usage)
  async usage(input: InputOf<typeof workspace.usage>, context: CallContext) {
    return showUsage(this.#service, input, context);
  }

  @Handles(workspace.billedUsage)
  async billedUsage(input: InputOf<typeof workspace.billedUsage>, context: CallContext) {
    return showBilledUsage(this.#service, input, context);
  }

  @Handles(workspace.keyUsage)
  async keyUsage(input: InputOf<typeof workspace.keyUsage>, context: CallContext) {
    return showKeyUsage(this.#service, input, context);
  }

  @Handles(workspace.listLedger)
  async listLedger(input: InputOf<typeof workspace.listLedger>, context: CallContext) {
    return listLedger(this.#service, input, context);
  }

  @Handles(workspace.listAudit)
  async listAudit(input: InputOf<typeof workspace.listAudit>, context: CallContext) {
    return listAudit(this.#service, input, context);
  }

  @Handles(workspace.listDeploymentAudit)
  async listDeploymentAudit(input: InputOf<typeof workspace.listDeploymentAudit>) {
    return listDeploymentAudit(this.#service, input);
  }

  @Handles(workspace.actAsTenant)
  async actAsTenant(input: InputOf<typeof workspace.actAsTenant>, context: CallContext) {
    return actAsTenant(this.#service, input, context);
  }

  @Handles(tenantActivity.listTenantActivity)
  async listTenantActivity(input: InputOf<typeof tenantActivity.listTenantActivity>) {
    return listTenantActivity(this.#service, input);
  }

  @Handles(tenantActivity.showTenant)
  async showTenant(input: InputOf<typeof tenantActivity.showTenant>) {
    return showTenant(this.#service, input);
  }

  @Handles(workspaceSettings.getWorkspace)
  async getWorkspace(_input: InputOf<typeof workspaceSettings.getWorkspace>, context: CallContext) {
    return getWorkspace(this.#service, context);
  }

  @Handles(workspaceSettings.getWorkspaceLogo)
  async getWorkspaceLogo(input: InputOf<typeof workspaceSettings.getWorkspaceLogo>, context: CallContext) {
    return getWorkspaceLogo(this.#service, input, context);
  }

  @Handles(workspaceSettings.updateWorkspace)
  async updateWorkspace(input: InputOf<typeof workspaceSettings.updateWorkspace>, context: CallContext) {
    return updateWorkspace(this.#service, input, context);
  }

  @Handles(consoleSession.recordAudit)
  async recordAudit(input: InputOf<typeof consoleSession.recordAudit>, context: CallContext) {
    return recordAudit(this.#service, input, context);
  }

  @Handles(consoleSession.settleAudit)
  async settleAudit(input: InputOf<typeof consoleSession.settleAudit>) {
    return settleAudit(this.#service, input);
  }

  @Handles(requestRecords.recordRequests)
  async recordRequests(input: InputOf<typeof requestRecords.recordRequests>) {
    return recordRequests(this.#service, input);
  }

  @Handles(requestLog.listRequests)
  async listRequests(input: InputOf<typeof requestLog.listRequests>, context: CallContext) {
    return listRequests(this.#service, input, context);
  }

  @Handles(requestLog.getRequest)
  async getRequest(input: InputOf<typeof requestLog.getRequest>, context: CallContext) {
    return getRequest(this.#service, input, context);
  }
}
