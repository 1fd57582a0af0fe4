import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import * as myAccount from '@parley/common/contracts/console/my-account';
import * as signingIn from '@parley/common/contracts/console/sign-in';
import * as singleSignOn from '@parley/common/contracts/console/single-sign-on';
import * as consoleSession from '@parley/common/contracts/internal/console-session';
import type { InputOf } from '@parley/common/define-contract';
import { type AccountsService, SERVICE } from './service.ts';
import { acceptInvitation } from './use-cases/accept-invitation.ts';
import { authenticateSession } from './use-cases/authenticate-session.ts';
import { beginSingleSignOn } from './use-cases/begin-single-sign-on.ts';
import { changePassword } from './use-cases/change-password.ts';
import { confirmSecondFactor } from './use-cases/confirm-second-factor.ts';
import { deleteSingleSignOn } from './use-cases/delete-single-sign-on.ts';
import { endOtherSessions } from './use-cases/end-other-sessions.ts';
import { endSession } from './use-cases/end-session.ts';
import { finishSingleSignOn } from './use-cases/finish-single-sign-on.ts';
import { getSingleSignOn } from './use-cases/get-single-sign-on.ts';
import { listSessions } from './use-cases/list-sessions.ts';
import { openOperatorSession } from './use-cases/open-operator-session.ts';
import { prepareMember } from './use-cases/prepare-member.ts';
import { redeemSignInLink } from './use-cases/redeem-sign-in-link.ts';
import { removeSecondFactor } from './use-cases/remove-second-factor.ts';
import { requestPasswordReset } from './use-cases/request-password-reset.ts';
import { resetPassword } from './use-cases/reset-password.ts';
import { setSingleSignOn } from './use-cases/set-single-sign-on.ts';
import { showInvitation } from './use-cases/show-invitation.ts';
import { signIn } from './use-cases/sign-in.ts';
import { signOut } from './use-cases/sign-out.ts';
import { startSecondFactor } from './use-cases/start-second-factor.ts';

/** Signing in to the console: passwords, second factors, single sign-on and sessions. */
@Controller()
export class SignInController {
  readonly #service: AccountsService;
  constructor(@Inject(SERVICE) service: AccountsService) {
    this.#service = service;
  }

  @Handles(myAccount.changePassword)
  async changePassword(input: InputOf<typeof myAccount.changePassword>, context: CallContext) {
    return changePassword(this.#service, input, context);
  }

  @Handles(myAccount.startSecondFactor)
  async startSecondFactor(input: InputOf<typeof myAccount.startSecondFactor>, context: CallContext) {
    return startSecondFactor(this.#service, input, context);
  }

  @Handles(myAccount.confirmSecondFactor)
  async confirmSecondFactor(input: InputOf<typeof myAccount.confirmSecondFactor>, context: CallContext) {
    return confirmSecondFactor(this.#service, input, context);
  }

  @Handles(myAccount.removeSecondFactor)
  async removeSecondFactor(input: InputOf<typeof myAccount.removeSecondFactor>, context: CallContext) {
    return removeSecondFactor(this.#service, input, context);
  }

  @Handles(myAccount.listSessions)
  async listSessions(_input: InputOf<typeof myAccount.listSessions>, context: CallContext) {
    return listSessions(this.#service, context);
  }

  @Handles(myAccount.endSession)
  async endSession(input: InputOf<typeof myAccount.endSession>, context: CallContext) {
    return endSession(this.#service, input, context);
  }

  @Handles(myAccount.endOtherSessions)
  async endOtherSessions(_input: InputOf<typeof myAccount.endOtherSessions>, context: CallContext) {
    return endOtherSessions(this.#service, context);
  }

  @Handles(myAccount.signOut)
  async signOut(_input: InputOf<typeof myAccount.signOut>, context: CallContext) {
    return signOut(this.#service, context);
  }

  @Handles(signingIn.signIn)
  async signIn(input: InputOf<typeof signingIn.signIn>, context: CallContext) {
    return signIn(this.#service, input, context);
  }

  @Handles(signingIn.redeemSignInLink)
  async redeemSignInLink(input: InputOf<typeof signingIn.redeemSignInLink>, context: CallContext) {
    return redeemSignInLink(this.#service, input, context);
  }

  @Handles(signingIn.requestPasswordReset)
  async requestPasswordReset(input: InputOf<typeof signingIn.requestPasswordReset>, context: CallContext) {
    return requestPasswordReset(this.#service, input, context);
  }

  @Handles(signingIn.resetPassword)
  async resetPassword(input: InputOf<typeof signingIn.resetPassword>, context: CallContext) {
    return resetPassword(this.#service, input, context);
  }

  @Handles(signingIn.showInvitation)
  async showInvitation(input: InputOf<typeof signingIn.showInvitation>) {
    return showInvitation(this.#service, input);
  }

  @Handles(signingIn.acceptInvitation)
  async acceptInvitation(input: InputOf<typeof signingIn.acceptInvitation>, context: CallContext) {
    return acceptInvitation(this.#service, input, context);
  }

  @Handles(singleSignOn.beginSingleSignOn)
  async beginSingleSignOn(input: InputOf<typeof singleSignOn.beginSingleSignOn>, context: CallContext) {
    return beginSingleSignOn(this.#service, input, context);
  }

  @Handles(singleSignOn.finishSingleSignOn)
  async finishSingleSignOn(input: InputOf<typeof singleSignOn.finishSingleSignOn>, context: CallContext) {
    return finishSingleSignOn(this.#service, input, context);
  }

  @Handles(singleSignOn.getSingleSignOn)
  async getSingleSignOn(_input: InputOf<typeof singleSignOn.getSingleSignOn>, context: CallContext) {
    return getSingleSignOn(this.#service, context);
  }

  @Handles(singleSignOn.setSingleSignOn)
  async setSingleSignOn(input: InputOf<typeof singleSignOn.setSingleSignOn>, context: CallContext) {
    return setSingleSignOn(this.#service, input, context);
  }

  @Handles(singleSignOn.deleteSingleSignOn)
  async deleteSingleSignOn(_input: InputOf<typeof singleSignOn.deleteSingleSignOn>, context: CallContext) {
    return deleteSingleSignOn(this.#service, context);
  }

  @Handles(consoleSession.authenticateSession)
  async authenticateSession(input: InputOf<typeof consoleSession.authenticateSession>) {
    return authenticateSession(this.#service, input);
  }

  @Handles(consoleSession.openOperatorSession)
  async openOperatorSession(input: InputOf<typeof consoleSession.openOperatorSession>, context: CallContext) {
    return openOperatorSession(this.#service, input, context);
  }

  @Handles(consoleSession.prepareMember)
  async prepareMember(input: InputOf<typeof consoleSession.prepareMember>) {
    return prepareMember(this.#service, input);
  }
}
