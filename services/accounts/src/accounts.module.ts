import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf, verb } from '@parley/bus/verb';
import {
  deletePlatformWebhook as deletePlatformWebhookContract,
  deleteTenantPlatformWebhook,
  getPlatformWebhook as getPlatformWebhookContract,
  getTenantPlatformWebhook,
  rotatePlatformSecret as rotatePlatformSecretContract,
  rotateTenantPlatformSecret,
  setPlatformWebhook as setPlatformWebhookContract,
  setTenantPlatformWebhook,
} from '@parley/common/contracts/operator/platform-webhook';
import { listAudit } from './audit/list-audit.ts';
import { listDeploymentAudit } from './audit/list-deployment-audit.ts';
import { recordAudit } from './audit/record-audit.ts';
import { recordRead } from './audit/record-read.ts';
import { settleAudit } from './audit/settle-audit.ts';
import { closeDemo } from './demo/close-demo.ts';
import { listDemos } from './demo/list-demos.ts';
import { openDemo } from './demo/open-demo.ts';
import { eraseContact } from './erasure/erase-contact.ts';
import { eraseMentions } from './erasure/erase-mentions.ts';
import { eraseTenant } from './erasure/erase-tenant.ts';
import { getErasure } from './erasure/get-erasure.ts';
import { listErasures } from './erasure/list-erasures.ts';
import { showErasure } from './erasure/show-erasure.ts';
import { listAttention } from './home/list-attention.ts';
import { showHome } from './home/show-home.ts';
import { authenticateKey } from './keys/authenticate-key.ts';
import { createKey } from './keys/create-key.ts';
import { findKeyOfTenant } from './keys/find-key-of-tenant.ts';
import { getKey } from './keys/get-key.ts';
import { listKeys } from './keys/list-keys.ts';
import { revokeKey } from './keys/revoke-key.ts';
import { rotateKey } from './keys/rotate-key.ts';
import { rotateSecret } from './keys/rotate-secret.ts';
import { setKeyWebhook } from './keys/set-key-webhook.ts';
import { showKeyWebhook } from './keys/show-key-webhook.ts';
import { showStatus } from './keys/show-status.ts';
import { updateKey } from './keys/update-key.ts';
import { changeMemberRoles } from './members/change-member-roles.ts';
import { inviteMember } from './members/invite-member.ts';
import { listInvitations } from './members/list-invitations.ts';
import { listMembers } from './members/list-members.ts';
import { removeMember } from './members/remove-member.ts';
import { revokeInvitation } from './members/revoke-invitation.ts';
import { changePassword } from './people/change-password.ts';
import { confirmSecondFactor } from './people/confirm-second-factor.ts';
import { joinWorkspace } from './people/join-workspace.ts';
import { removeSecondFactor } from './people/remove-second-factor.ts';
import { showMe } from './people/show-me.ts';
import { startSecondFactor } from './people/start-second-factor.ts';
import { switchWorkspace } from './people/switch-workspace.ts';
import { updateMe } from './people/update-me.ts';
import { deletePlatformWebhook } from './platform-webhooks/delete-platform-webhook.ts';
import { getPlatformWebhook } from './platform-webhooks/get-platform-webhook.ts';
import { rotatePlatformSecret } from './platform-webhooks/rotate-platform-secret.ts';
import { setPlatformWebhook } from './platform-webhooks/set-platform-webhook.ts';
import { getRequest } from './requests/get-request.ts';
import { listRequests } from './requests/list-requests.ts';
import { recordRequests } from './requests/record-requests.ts';
import { type AccountsParts, openAccountsService, SERVICE } from './service.ts';
import { actAsTenant } from './sessions/act-as-tenant.ts';
import { authenticateSession } from './sessions/authenticate-session.ts';
import { endOtherSessions } from './sessions/end-other-sessions.ts';
import { endSession } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { openOperatorSession } from './sessions/open-operator-session.ts';
import { signOut } from './sessions/sign-out.ts';
import { acceptInvitation } from './sign-in/accept-invitation.ts';
import { prepareMember } from './sign-in/prepare-member.ts';
import { redeemSignInLink } from './sign-in/redeem-sign-in-link.ts';
import { requestPasswordReset } from './sign-in/request-password-reset.ts';
import { resetPassword } from './sign-in/reset-password.ts';
import { showInvitation } from './sign-in/show-invitation.ts';
import { signIn } from './sign-in/sign-in.ts';
import { beginSingleSignOn } from './single-sign-on/begin-single-sign-on.ts';
import { deleteSingleSignOn } from './single-sign-on/delete-single-sign-on.ts';
import { finishSingleSignOn } from './single-sign-on/finish-single-sign-on.ts';
import { getSingleSignOn } from './single-sign-on/get-single-sign-on.ts';
import { setSingleSignOn } from './single-sign-on/set-single-sign-on.ts';
import { createTenant } from './tenants/create-tenant.ts';
import { getTenant } from './tenants/get-tenant.ts';
import { listTenantActivity } from './tenants/list-tenant-activity.ts';
import { listTenants } from './tenants/list-tenants.ts';
import { showTenant } from './tenants/show-tenant.ts';
import { updateTenant } from './tenants/update-tenant.ts';
import { addCredit } from './usage/add-credit.ts';
import { listLedger } from './usage/list-ledger.ts';
import { showBilledUsage } from './usage/show-billed-usage.ts';
import { showKeyUsage } from './usage/show-key-usage.ts';
import { showUsage } from './usage/show-usage.ts';
import { createView } from './views/create-view.ts';
import { listViews } from './views/list-views.ts';
import { orderViews } from './views/order-views.ts';
import { removeView } from './views/remove-view.ts';
import { updateView } from './views/update-view.ts';
import { makeWorkers } from './workers.ts';
import { getConsentWords } from './workspace/get-consent-words.ts';
import { getWorkspace } from './workspace/get-workspace.ts';
import { getWorkspaceLogo } from './workspace/get-workspace-logo.ts';
import { updateConsentWords } from './workspace/update-consent-words.ts';
import { updateWorkspace } from './workspace/update-workspace.ts';

/** The verbs of the service. */
export const VERBS = [
  authenticateKey,
  findKeyOfTenant,
  eraseMentions,
  showStatus,
  showKeyWebhook,
  setKeyWebhook,
  getConsentWords,
  updateConsentWords,
  createTenant,
  listTenants,
  getTenant,
  updateTenant,
  addCredit,
  eraseTenant,
  eraseContact,
  getErasure,
  listErasures,
  createKey,
  listKeys,
  getKey,
  updateKey,
  revokeKey,
  rotateSecret,
  rotateKey,
  verb(getPlatformWebhookContract, getPlatformWebhook),
  verb(setPlatformWebhookContract, setPlatformWebhook),
  verb(deletePlatformWebhookContract, deletePlatformWebhook),
  verb(rotatePlatformSecretContract, rotatePlatformSecret),
  verb(getTenantPlatformWebhook, getPlatformWebhook),
  verb(setTenantPlatformWebhook, setPlatformWebhook),
  verb(deleteTenantPlatformWebhook, deletePlatformWebhook),
  verb(rotateTenantPlatformSecret, rotatePlatformSecret),
  listMembers,
  changeMemberRoles,
  removeMember,
  listInvitations,
  inviteMember,
  listViews,
  createView,
  updateView,
  removeView,
  orderViews,
  revokeInvitation,
  showMe,
  updateMe,
  switchWorkspace,
  joinWorkspace,
  showHome,
  listAttention,
  showUsage,
  showBilledUsage,
  showKeyUsage,
  listLedger,
  listAudit,
  listDeploymentAudit,
  actAsTenant,
  listTenantActivity,
  showTenant,
  getWorkspace,
  getWorkspaceLogo,
  updateWorkspace,
  recordAudit,
  recordRead,
  settleAudit,
  recordRequests,
  listRequests,
  getRequest,
  showErasure,
  changePassword,
  startSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  listSessions,
  endSession,
  endOtherSessions,
  signOut,
  signIn,
  redeemSignInLink,
  requestPasswordReset,
  resetPassword,
  showInvitation,
  acceptInvitation,
  beginSingleSignOn,
  finishSingleSignOn,
  getSingleSignOn,
  setSingleSignOn,
  deleteSingleSignOn,
  authenticateSession,
  openOperatorSession,
  prepareMember,
  openDemo,
  listDemos,
  closeDemo,
];

@Module({})
class AccountsModule {}

/** The accounts service: tenants, members, keys, credit, audit, erasures. Wiring only. */
export function makeAccountsModule(parts: AccountsParts): DynamicModule {
  const service = openAccountsService(parts);
  return {
    module: AccountsModule,
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
