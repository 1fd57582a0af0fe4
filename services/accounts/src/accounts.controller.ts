import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { status } from '@parley/common/contracts/account/status';
import { setWebhook, webhook } from '@parley/common/contracts/account/webhook';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import * as consoleSession from '@parley/common/contracts/internal/console-session';
import { erasePerson } from '@parley/common/contracts/internal/erase-data';
import * as consent from '@parley/common/contracts/operator/consent';
import * as erasures from '@parley/common/contracts/operator/erasures';
import * as keys from '@parley/common/contracts/operator/keys';
import * as platformWebhook from '@parley/common/contracts/operator/platform-webhook';
import * as tenants from '@parley/common/contracts/operator/tenants';
import type { InputOf } from '@parley/common/define-contract';
import { type AccountsService, SERVICE } from './service.ts';
import { addCredit } from './use-cases/add-credit.ts';
import { authenticateKey } from './use-cases/authenticate-key.ts';
import { createKey } from './use-cases/create-key.ts';
import { createTenant } from './use-cases/create-tenant.ts';
import { deletePlatformWebhook } from './use-cases/delete-platform-webhook.ts';
import { eraseContact } from './use-cases/erase-contact.ts';
import { eraseMentions } from './use-cases/erase-mentions.ts';
import { eraseTenant } from './use-cases/erase-tenant.ts';
import { findKeyOfTenant } from './use-cases/find-key-of-tenant.ts';
import { getConsentWords } from './use-cases/get-consent-words.ts';
import { getErasure } from './use-cases/get-erasure.ts';
import { getKey } from './use-cases/get-key.ts';
import { getPlatformWebhook } from './use-cases/get-platform-webhook.ts';
import { getTenant } from './use-cases/get-tenant.ts';
import { listErasures } from './use-cases/list-erasures.ts';
import { listKeys } from './use-cases/list-keys.ts';
import { listTenants } from './use-cases/list-tenants.ts';
import { revokeKey } from './use-cases/revoke-key.ts';
import { rotatePlatformSecret } from './use-cases/rotate-platform-secret.ts';
import { rotateSecret } from './use-cases/rotate-secret.ts';
import { setKeyWebhook } from './use-cases/set-key-webhook.ts';
import { setPlatformWebhook } from './use-cases/set-platform-webhook.ts';
import { showKeyWebhook } from './use-cases/show-key-webhook.ts';
import { showStatus } from './use-cases/show-status.ts';
import { updateConsentWords } from './use-cases/update-consent-words.ts';
import { updateKey } from './use-cases/update-key.ts';
import { updateTenant } from './use-cases/update-tenant.ts';

/** Operations on tenants, keys, credit, platform webhooks and erasures. */
@Controller()
export class AccountsController {
  readonly #service: AccountsService;
  constructor(@Inject(SERVICE) service: AccountsService) {
    this.#service = service;
  }

  @Handles(authenticate)
  async authenticate(input: InputOf<typeof authenticate>) {
    return authenticateKey(this.#service, input);
  }

  @Handles(consoleSession.findKeyOfTenant)
  async findKeyOfTenant(input: InputOf<typeof consoleSession.findKeyOfTenant>) {
    return findKeyOfTenant(this.#service, input);
  }

  @Handles(erasePerson.accounts)
  async erasePerson(input: InputOf<(typeof erasePerson)['accounts']>) {
    return eraseMentions(this.#service, input);
  }

  @Handles(status)
  async status(_input: InputOf<typeof status>, context: CallContext) {
    return showStatus(this.#service, context);
  }

  @Handles(webhook)
  async webhook(_input: InputOf<typeof webhook>, context: CallContext) {
    return showKeyWebhook(this.#service, context);
  }

  @Handles(setWebhook)
  async setWebhook(input: InputOf<typeof setWebhook>, context: CallContext) {
    return setKeyWebhook(this.#service, input, context);
  }

  @Handles(consent.getConsentWords)
  async getConsentWords(input: InputOf<typeof consent.getConsentWords>) {
    return getConsentWords(this.#service, input);
  }

  @Handles(consent.updateConsentWords)
  async updateConsentWords(input: InputOf<typeof consent.updateConsentWords>) {
    return updateConsentWords(this.#service, input);
  }

  @Handles(tenants.createTenant)
  async createTenant(input: InputOf<typeof tenants.createTenant>) {
    return createTenant(this.#service, input);
  }

  @Handles(tenants.listTenants)
  async listTenants(input: InputOf<typeof tenants.listTenants>) {
    return listTenants(this.#service, input);
  }

  @Handles(tenants.getTenant)
  async getTenant(input: InputOf<typeof tenants.getTenant>) {
    return getTenant(this.#service, input);
  }

  @Handles(tenants.updateTenant)
  async updateTenant(input: InputOf<typeof tenants.updateTenant>) {
    return updateTenant(this.#service, input);
  }

  @Handles(tenants.addCredit)
  async addCredit(input: InputOf<typeof tenants.addCredit>) {
    return addCredit(this.#service, input);
  }

  @Handles(erasures.eraseTenant)
  async eraseTenant(input: InputOf<typeof erasures.eraseTenant>) {
    return eraseTenant(this.#service, input);
  }

  @Handles(erasures.eraseContact)
  async eraseContact(input: InputOf<typeof erasures.eraseContact>) {
    return eraseContact(this.#service, input);
  }

  @Handles(erasures.getErasure)
  async getErasure(input: InputOf<typeof erasures.getErasure>) {
    return getErasure(this.#service, input);
  }

  @Handles(erasures.listErasures)
  async listErasures(input: InputOf<typeof erasures.listErasures>) {
    return listErasures(this.#service, input);
  }

  @Handles(keys.createKey)
  async createKey(input: InputOf<typeof keys.createKey>) {
    return createKey(this.#service, input);
  }

  @Handles(keys.listKeys)
  async listKeys(input: InputOf<typeof keys.listKeys>) {
    return listKeys(this.#service, input);
  }

  @Handles(keys.getKey)
  async getKey(input: InputOf<typeof keys.getKey>) {
    return getKey(this.#service, input);
  }

  @Handles(keys.updateKey)
  async updateKey(input: InputOf<typeof keys.updateKey>) {
    return updateKey(this.#service, input);
  }

  @Handles(keys.revokeKey)
  async revokeKey(input: InputOf<typeof keys.revokeKey>) {
    return revokeKey(this.#service, input);
  }

  @Handles(keys.rotateSecret)
  async rotateSecret(input: InputOf<typeof keys.rotateSecret>) {
    return rotateSecret(this.#service, input);
  }

  @Handles(platformWebhook.getPlatformWebhook)
  async getPlatformWebhook(input: InputOf<typeof platformWebhook.getPlatformWebhook>) {
    return getPlatformWebhook(this.#service, input);
  }

  @Handles(platformWebhook.setPlatformWebhook)
  async setPlatformWebhook(input: InputOf<typeof platformWebhook.setPlatformWebhook>) {
    return setPlatformWebhook(this.#service, input);
  }

  @Handles(platformWebhook.deletePlatformWebhook)
  async deletePlatformWebhook(input: InputOf<typeof platformWebhook.deletePlatformWebhook>) {
    return deletePlatformWebhook(this.#service, input);
  }

  @Handles(platformWebhook.rotatePlatformSecret)
  async rotatePlatformSecret(input: InputOf<typeof platformWebhook.rotatePlatformSecret>) {
    return rotatePlatformSecret(this.#service, input);
  }

  @Handles(platformWebhook.getTenantPlatformWebhook)
  async getTenantPlatformWebhook(input: InputOf<typeof platformWebhook.getTenantPlatformWebhook>) {
    return getPlatformWebhook(this.#service, input);
  }

  @Handles(platformWebhook.setTenantPlatformWebhook)
  async setTenantPlatformWebhook(input: InputOf<typeof platformWebhook.setTenantPlatformWebhook>) {
    return setPlatformWebhook(this.#service, input);
  }

  @Handles(platformWebhook.deleteTenantPlatformWebhook)
  async deleteTenantPlatformWebhook(input: InputOf<typeof platformWebhook.deleteTenantPlatformWebhook>) {
    return deletePlatformWebhook(this.#service, input);
  }

  @Handles(platformWebhook.rotateTenantPlatformSecret)
  async rotateTenantPlatformSecret(input: InputOf<typeof platformWebhook.rotateTenantPlatformSecret>) {
    return rotatePlatformSecret(this.#service, input);
  }
}
