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
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import type { InputOf } from '@parley/common/define-contract';
import type { AnswerStore } from '@parley/messaging/idempotency';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { type PairingUseCases, USE_CASES } from './compose.ts';
import { externalIdOf } from './domain/linked-device.ts';
import { pairingDigits } from './domain/pairing-phone.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { findLinked } from './use-cases/find-linked.ts';
import { removeHere } from './use-cases/remove-here.ts';

export const ANSWERS = Symbol('pairing.answers');

const openMediaStream = asStream(openDeviceMedia);

@Controller()
export class PairingController {
  readonly #do: PairingUseCases;
  readonly #answers: AnswerStore;
  readonly #eraseData: ReturnType<typeof makeEraseData>;
  constructor(@Inject(USE_CASES) useCases: PairingUseCases, @Inject(ANSWERS) answers: AnswerStore) {
    this.#do = useCases;
    this.#answers = answers;
    this.#eraseData = makeEraseData({
      ...useCases.erasing,
      logOut: async (tenantId, deviceId, context) => {
        const input = { tenant_id: tenantId, external_id: String(deviceId), reason: 'dashboard' as const };
        await this.removeDevice(input, context);
      },
    });
  }

  @Handles(createSession)
  async createSession(input: InputOf<typeof createSession>, context: CallContext) {
    const caller = callerOf(context);
    return withIdempotencyKey(this.#answers, createSession, context, () => this.#do.createSession(caller, input));
  }

  @Handles(sessionStatus)
  async sessionStatus({ session_token: token }: InputOf<typeof sessionStatus>, context: CallContext) {
    return this.#do.sessionStatus(callerOf(context).tenant_id, token);
  }

  @Handles(pairCode)
  async pairCode(input: InputOf<typeof pairCode>, context: CallContext) {
    const digits = pairingDigits(input.phone);
    const device = await this.#do.findSession(callerOf(context).tenant_id, input.session_token);
    return this.#do.route(device.id, pairCode, input, context, (runner) =>
      withIdempotencyKey(this.#answers, pairCode, context, () =>
        this.#do.link.pairCode(runner, digits, context.deadline_at),
      ),
    );
  }

  @Handles(sessionQr)
  async sessionQr(input: InputOf<typeof sessionQr>, context: CallContext) {
    const device = await this.#do.findSession(callerOf(context).tenant_id, input.session_token);
    return this.#do.route(device.id, sessionQr, input, context, (runner) =>
      this.#do.link.sessionQr(runner, context.deadline_at),
    );
  }

  @Handles(openPairPage)
  async openPairPage({ token }: InputOf<typeof openPairPage>) {
    return this.#do.page.show(token);
  }

  @Handles(pairPageQr)
  async pairPageQr(input: InputOf<typeof pairPageQr>, context: CallContext) {
    const device = await this.#do.page.findOpen(input.token);
    return this.#do.route(device.id, pairPageQr, input, context, (runner) =>
      this.#do.link.sessionQr(runner, context.deadline_at),
    );
  }

  @Handles(pairPageCode)
  async pairPageCode(input: InputOf<typeof pairPageCode>, context: CallContext) {
    const digits = pairingDigits(input.phone);
    const device = await this.#do.page.findOpen(input.token);
    return this.#do.route(device.id, pairPageCode, input, context, (runner) =>
      this.#do.link.pairCode(runner, digits, context.deadline_at),
    );
  }

  @Handles(deleteSession)
  async deleteSession(input: InputOf<typeof deleteSession>, context: CallContext) {
    const device = await this.#do.findForRemoval(callerOf(context).tenant_id, input);
    const answer = { ok: true, channel: 'wd', id: externalIdOf(device), status: 'disconnected' } as const;
    const once = (remove: () => Promise<void>) =>
      withIdempotencyKey(this.#answers, deleteSession, context, async () => {
        await remove();
        return answer;
      });
    if (device.state.status === 'deleted') return once(async () => {});
    return this.#do.route(device.id, deleteSession, input, context, (runner) => once(() => removeHere(runner, 'api')));
  }

  @Handles(removeDevice)
  async removeDevice(input: InputOf<typeof removeDevice>, context: CallContext) {
    const device = await findLinked(this.#do.findDevice, input.tenant_id, input.external_id);
    return this.#do.route(device.id, removeDevice, input, context, async (runner) => {
      await removeHere(runner, input.reason);
      return { id: input.external_id };
    });
  }

  @Handles(erasePerson.pairing)
  async erasePerson(input: InputOf<(typeof erasePerson)['pairing']>) {
    return this.#eraseData.erasePerson(input);
  }

  @Handles(eraseTenantData.pairing)
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['pairing']>, context: CallContext) {
    return this.#eraseData.eraseTenantData(input, context);
  }

  @Handles(sendDeviceMessage)
  async sendDeviceMessage(input: InputOf<typeof sendDeviceMessage>, context: CallContext) {
    const device = await findLinked(this.#do.findDevice, input.tenant_id, input.external_id);
    return this.#do.route(device.id, sendDeviceMessage, input, context, (runner) =>
      this.#do.send(runner, input, context.deadline_at),
    );
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
