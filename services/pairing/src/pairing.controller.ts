import { Controller, Inject } from '@nestjs/common';
import { Handles, HandlesStream } from '@parley/bus/handles';
import { asStream } from '@parley/bus/stream';
import { type CallContext, callerOf } from '@parley/common/call-context';
import { erasePerson, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import { openPairPage, pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import { removeDevice } from '@parley/common/contracts/internal/remove-device';
import { restoreStanza } from '@parley/common/contracts/internal/restore-stanza';
import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { listLinkedDevices } from '@parley/common/contracts/operator/linked-devices';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

const openMediaStream = asStream(openDeviceMedia);

@Controller()
export class PairingController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(createSession)
  async createSession(input: InputOf<typeof createSession>, context: CallContext) {
    return this.#do.createSession(input, context);
  }

  @Handles(sessionStatus)
  async sessionStatus(input: InputOf<typeof sessionStatus>, context: CallContext) {
    return this.#do.sessionStatus(callerOf(context).tenantId, input);
  }

  @Handles(listLinkedDevices)
  async listLinkedDevices(input: InputOf<typeof listLinkedDevices>) {
    return this.#do.listDevices(input);
  }

  @Handles(pairCode)
  async pairCode(input: InputOf<typeof pairCode>, context: CallContext) {
    return this.#do.acts.pairCode(input, context);
  }

  @Handles(sessionQr)
  async sessionQr(input: InputOf<typeof sessionQr>, context: CallContext) {
    return this.#do.acts.sessionQr(input, context);
  }

  @Handles(openPairPage)
  async openPairPage(input: InputOf<typeof openPairPage>) {
    return this.#do.page.show(input);
  }

  @Handles(pairPageQr)
  async pairPageQr(input: InputOf<typeof pairPageQr>, context: CallContext) {
    return this.#do.acts.pairPageQr(input, context);
  }

  @Handles(pairPageCode)
  async pairPageCode(input: InputOf<typeof pairPageCode>, context: CallContext) {
    return this.#do.acts.pairPageCode(input, context);
  }

  @Handles(deleteSession)
  async deleteSession(input: InputOf<typeof deleteSession>, context: CallContext) {
    return this.#do.acts.deleteSession(input, context);
  }

  @Handles(removeDevice)
  async removeDevice(input: InputOf<typeof removeDevice>, context: CallContext) {
    return this.#do.acts.removeDevice(input, context);
  }

  @Handles(erasePerson.pairing)
  async erasePerson(input: InputOf<(typeof erasePerson)['pairing']>) {
    return this.#do.eraseData.erasePerson(input);
  }

  @Handles(eraseTenantData.pairing)
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['pairing']>, context: CallContext) {
    return this.#do.eraseData.eraseTenantData(input, context);
  }

  @Handles(sendDeviceMessage)
  async sendDeviceMessage(input: InputOf<typeof sendDeviceMessage>, context: CallContext) {
    return this.#do.acts.send(input, context);
  }

  @Handles(restoreStanza)
  async restoreStanza(input: InputOf<typeof restoreStanza>) {
    return this.#do.restoreStanza(input);
  }

  @HandlesStream(openMediaStream)
  async openDeviceMedia(input: InputOf<typeof openDeviceMedia>) {
    return this.#do.openMedia(input);
  }
}
