import { Controller, Inject } from '@nestjs/common';
import { Handles, HandlesStream } from '@parley/bus/handles';
import { asStream } from '@parley/bus/stream';
import type { CallContext } from '@parley/common/call-context';
import * as acts from '@parley/common/contracts/internal/act-on-device-message';
import * as media from '@parley/common/contracts/internal/open-device-media';
import * as pages from '@parley/common/contracts/internal/pair-page';
import * as removal from '@parley/common/contracts/internal/remove-device';
import * as stanzas from '@parley/common/contracts/internal/restore-stanza';
import * as sends from '@parley/common/contracts/internal/send-device-message';
import * as creation from '@parley/common/contracts/sessions/create-session';
import * as deletion from '@parley/common/contracts/sessions/delete-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import type { InputOf } from '@parley/common/define-contract';
import { type PairingService, SERVICE } from './service.ts';
import { actOnDeviceMessage } from './use-cases/act-on-device-message.ts';
import { createSession } from './use-cases/create-session.ts';
import { deleteSession } from './use-cases/delete-session.ts';
import { getPageCode } from './use-cases/get-page-code.ts';
import { getPageQr } from './use-cases/get-page-qr.ts';
import { getPairCode } from './use-cases/get-pair-code.ts';
import { getSessionQr } from './use-cases/get-session-qr.ts';
import { openDeviceMedia } from './use-cases/open-device-media.ts';
import { removeDevice } from './use-cases/remove-device.ts';
import { restoreStanza } from './use-cases/restore-stanza.ts';
import { sendDeviceMessage } from './use-cases/send-device-message.ts';

const openMediaStream = asStream(media.openDeviceMedia);

@Controller()
export class PairingController {
  readonly #service: PairingService;
  constructor(@Inject(SERVICE) service: PairingService) {
    this.#service = service;
  }

  @Handles(creation.createSession)
  async createSession(input: InputOf<typeof creation.createSession>, context: CallContext) {
    return createSession(this.#service, input, context);
  }

  @Handles(pairCode)
  async pairCode(input: InputOf<typeof pairCode>, context: CallContext) {
    return getPairCode(this.#service, input, context);
  }

  @Handles(sessionQr)
  async sessionQr(input: InputOf<typeof sessionQr>, context: CallContext) {
    return getSessionQr(this.#service, input, context);
  }

  @Handles(pages.pairPageQr)
  async pairPageQr(input: InputOf<typeof pages.pairPageQr>, context: CallContext) {
    return getPageQr(this.#service, input, context);
  }

  @Handles(pages.pairPageCode)
  async pairPageCode(input: InputOf<typeof pages.pairPageCode>, context: CallContext) {
    return getPageCode(this.#service, input, context);
  }

  @Handles(deletion.deleteSession)
  async deleteSession(input: InputOf<typeof deletion.deleteSession>, context: CallContext) {
    return deleteSession(this.#service, input, context);
  }

  @Handles(removal.removeDevice)
  async removeDevice(input: InputOf<typeof removal.removeDevice>, context: CallContext) {
    return removeDevice(this.#service, input, context);
  }

  @Handles(sends.sendDeviceMessage)
  async sendDeviceMessage(input: InputOf<typeof sends.sendDeviceMessage>, context: CallContext) {
    return sendDeviceMessage(this.#service, input, context);
  }

  @Handles(acts.actOnDeviceMessage)
  async actOnDeviceMessage(input: InputOf<typeof acts.actOnDeviceMessage>, context: CallContext) {
    return actOnDeviceMessage(this.#service, input, context);
  }

  @Handles(stanzas.restoreStanza)
  async restoreStanza(input: InputOf<typeof stanzas.restoreStanza>) {
    return restoreStanza(this.#service, input);
  }

  @HandlesStream(openMediaStream)
  async openDeviceMedia(input: InputOf<typeof media.openDeviceMedia>) {
    return openDeviceMedia(this.#service, input);
  }
}
