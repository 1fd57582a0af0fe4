import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { status } from '@parley/common/contracts/account/status';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import { eraseContact, eraseTenant, getErasure, listErasures } from '@parley/common/contracts/operator/erasures';
import { createKey, listKeys, revokeKey, rotateSecret, updateKey } from '@parley/common/contracts/operator/keys';
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
    return this.#do.authenticateKey(input);
  }

  @Handles(status)
  async status(_input: InputOf<typeof status>, context: CallContext) {
    return this.#do.showStatus(context);
  }

  @Handles(createTenant)
  async createTenant(input: InputOf<typeof createTenant>) {
    return this.#do.createTenant(input);
  }

  @Handles(listTenants)
  async listTenants(input: InputOf<typeof listTenants>) {
    return this.#do.listTenants(input);
  }

  @Handles(getTenant)
  async getTenant(input: InputOf<typeof getTenant>) {
    return this.#do.getTenant(input);
  }

  @Handles(updateTenant)
  async updateTenant(input: InputOf<typeof updateTenant>) {
    return this.#do.updateTenant(input);
  }

  @Handles(addCredit)
  async addCredit(input: InputOf<typeof addCredit>) {
    return this.#do.addCredit(input);
  }

  @Handles(eraseTenant)
  async eraseTenant(input: InputOf<typeof eraseTenant>) {
    return this.#do.eraseTenant(input);
  }

  @Handles(eraseContact)
  async eraseContact(input: InputOf<typeof eraseContact>) {
    return this.#do.eraseContact(input);
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
    return this.#do.createKey(input);
  }

  @Handles(listKeys)
  async listKeys(input: InputOf<typeof listKeys>) {
    return this.#do.listKeys(input);
  }

  @Handles(updateKey)
  async updateKey(input: InputOf<typeof updateKey>) {
    return this.#do.updateKey(input);
  }

  @Handles(revokeKey)
  async revokeKey(input: InputOf<typeof revokeKey>) {
    return this.#do.revokeKey(input);
  }

  @Handles(rotateSecret)
  async rotateSecret(input: InputOf<typeof rotateSecret>) {
    return this.#do.rotateSecret(input);
  }
}
