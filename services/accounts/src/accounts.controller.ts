import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { status } from '@parley/common/contracts/account/status';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import { findKeyOfTenant } from '@parley/common/contracts/internal/console-session';
import { erasePerson } from '@parley/common/contracts/internal/erase-data';
import { eraseContact, eraseTenant, getErasure, listErasures } from '@parley/common/contracts/operator/erasures';
import {
  createKey,
  getKey,
  listKeys,
  revokeKey,
  rotateSecret,
  updateKey,
} from '@parley/common/contracts/operator/keys';
import {
  deletePlatformWebhook,
  deleteTenantPlatformWebhook,
  getPlatformWebhook,
  getTenantPlatformWebhook,
  rotatePlatformSecret,
  rotateTenantPlatformSecret,
  setPlatformWebhook,
  setTenantPlatformWebhook,
} from '@parley/common/contracts/operator/platform-webhook';
import {
  addCredit,
  createTenant,
  getTenant,
  listTenants,
  updateTenant,
} from '@parley/common/contracts/operator/tenants';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class AccountsController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(authenticate)
  async authenticate(input: InputOf<typeof authenticate>) {
    return this.#do.keys.authenticate(input);
  }

  @Handles(findKeyOfTenant)
  async findKeyOfTenant(input: InputOf<typeof findKeyOfTenant>) {
    return this.#do.keys.findOfTenant(input);
  }

  @Handles(erasePerson.accounts)
  async erasePerson(input: InputOf<(typeof erasePerson)['accounts']>) {
    return this.#do.eraseMentions(input);
  }

  @Handles(status)
  async status(_input: InputOf<typeof status>, context: CallContext) {
    return this.#do.credit.status(context);
  }

  @Handles(createTenant)
  async createTenant(input: InputOf<typeof createTenant>) {
    return this.#do.tenants.create(input);
  }

  @Handles(listTenants)
  async listTenants(input: InputOf<typeof listTenants>) {
    return this.#do.tenants.list(input);
  }

  @Handles(getTenant)
  async getTenant(input: InputOf<typeof getTenant>) {
    return this.#do.tenants.show(input);
  }

  @Handles(updateTenant)
  async updateTenant(input: InputOf<typeof updateTenant>) {
    return this.#do.tenants.update(input);
  }

  @Handles(addCredit)
  async addCredit(input: InputOf<typeof addCredit>) {
    return this.#do.credit.add(input);
  }

  @Handles(eraseTenant)
  async eraseTenant(input: InputOf<typeof eraseTenant>) {
    return this.#do.erasures.eraseTenant(input);
  }

  @Handles(eraseContact)
  async eraseContact(input: InputOf<typeof eraseContact>) {
    return this.#do.erasures.eraseContact(input);
  }

  @Handles(getErasure)
  async getErasure(input: InputOf<typeof getErasure>) {
    return this.#do.erasures.show(input);
  }

  @Handles(listErasures)
  async listErasures(input: InputOf<typeof listErasures>) {
    return this.#do.erasures.list(input);
  }

  @Handles(createKey)
  async createKey(input: InputOf<typeof createKey>) {
    return this.#do.keys.create(input);
  }

  @Handles(listKeys)
  async listKeys(input: InputOf<typeof listKeys>) {
    return this.#do.keys.list(input);
  }

  @Handles(getKey)
  async getKey(input: InputOf<typeof getKey>) {
    return this.#do.keys.show(input);
  }

  @Handles(updateKey)
  async updateKey(input: InputOf<typeof updateKey>) {
    return this.#do.keys.update(input);
  }

  @Handles(revokeKey)
  async revokeKey(input: InputOf<typeof revokeKey>) {
    return this.#do.keys.revoke(input);
  }

  @Handles(rotateSecret)
  async rotateSecret(input: InputOf<typeof rotateSecret>) {
    return this.#do.keys.rotateSecret(input);
  }

  @Handles(getPlatformWebhook)
  async getPlatformWebhook(input: InputOf<typeof getPlatformWebhook>) {
    return this.#do.platformWebhooks.show(input);
  }

  @Handles(setPlatformWebhook)
  async setPlatformWebhook(input: InputOf<typeof setPlatformWebhook>) {
    return this.#do.platformWebhooks.set(input);
  }

  @Handles(deletePlatformWebhook)
  async deletePlatformWebhook(input: InputOf<typeof deletePlatformWebhook>) {
    return this.#do.platformWebhooks.remove(input);
  }

  @Handles(rotatePlatformSecret)
  async rotatePlatformSecret(input: InputOf<typeof rotatePlatformSecret>) {
    return this.#do.platformWebhooks.rotateSecret(input);
  }

  @Handles(getTenantPlatformWebhook)
  async getTenantPlatformWebhook(input: InputOf<typeof getTenantPlatformWebhook>) {
    return this.#do.platformWebhooks.show(input);
  }

  @Handles(setTenantPlatformWebhook)
  async setTenantPlatformWebhook(input: InputOf<typeof setTenantPlatformWebhook>) {
    return this.#do.platformWebhooks.set(input);
  }

  @Handles(deleteTenantPlatformWebhook)
  async deleteTenantPlatformWebhook(input: InputOf<typeof deleteTenantPlatformWebhook>) {
    return this.#do.platformWebhooks.remove(input);
  }

  @Handles(rotateTenantPlatformSecret)
  async rotateTenantPlatformSecret(input: InputOf<typeof rotateTenantPlatformSecret>) {
    return this.#do.platformWebhooks.rotateSecret(input);
  }
}
