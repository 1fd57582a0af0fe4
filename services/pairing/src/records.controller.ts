import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import { openPairPage as pageContract } from '@parley/common/contracts/internal/pair-page';
import * as operator from '@parley/common/contracts/operator/linked-devices';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import type { InputOf } from '@parley/common/define-contract';
import { type PairingRecords, SERVICE } from './records.ts';
import { erasePerson } from './use-cases/erase-person.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { getSessionStatus } from './use-cases/get-session-status.ts';
import { listLinkedDevices } from './use-cases/list-linked-devices.ts';
import { openPairPage } from './use-cases/open-pair-page.ts';

@Controller()
export class RecordsController {
  readonly #records: PairingRecords;
  constructor(@Inject(SERVICE) records: PairingRecords) {
    this.#records = records;
  }

  @Handles(sessionStatus)
  async sessionStatus(input: InputOf<typeof sessionStatus>, context: CallContext) {
    return getSessionStatus(this.#records, input, context);
  }

  @Handles(operator.listLinkedDevices)
  async listLinkedDevices(input: InputOf<typeof operator.listLinkedDevices>) {
    return listLinkedDevices(this.#records, input);
  }

  @Handles(pageContract)
  async openPairPage(input: InputOf<typeof pageContract>) {
    return openPairPage(this.#records, input);
  }

  @Handles(erasure.erasePerson.pairing)
  async erasePerson(input: InputOf<(typeof erasure.erasePerson)['pairing']>) {
    return erasePerson(this.#records, input);
  }

  @Handles(erasure.eraseTenantData.pairing)
  async eraseTenantData(input: InputOf<(typeof erasure.eraseTenantData)['pairing']>, context: CallContext) {
    return eraseTenantData(this.#records, input, context);
  }
}
