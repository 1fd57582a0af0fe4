import { Controller, Inject } from '@nestjs/common';
import { Handles, HandlesStream } from '@parley/bus/handles';
import { asStream } from '@parley/bus/stream';
import { eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { addUploadPiece, beginUpload } from '@parley/common/contracts/operator/uploads';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class FilesController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @HandlesStream(asStream(openMedia))
  async openMedia(input: InputOf<typeof openMedia>) {
    return this.#do.openMedia(input);
  }

  @HandlesStream(asStream(openUpload))
  async openUpload(input: InputOf<typeof openUpload>) {
    return this.#do.openUpload(input);
  }

  @Handles(beginUpload)
  async beginUpload(input: InputOf<typeof beginUpload>) {
    return this.#do.receiveUpload.begin(input);
  }

  @Handles(addUploadPiece)
  async addUploadPiece(input: InputOf<typeof addUploadPiece>) {
    return this.#do.receiveUpload.addPiece(input);
  }

  @Handles(eraseTenantData.files)
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['files']>) {
    return this.#do.eraseTenantData(input);
  }
}
