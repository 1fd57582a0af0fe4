import { Controller, Inject } from '@nestjs/common';
import { Handles, HandlesStream } from '@parley/bus/handles';
import { asStream } from '@parley/bus/stream';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import * as media from '@parley/common/contracts/internal/open-media';
import * as uploaded from '@parley/common/contracts/internal/open-upload';
import * as uploads from '@parley/common/contracts/operator/uploads';
import type { InputOf } from '@parley/common/define-contract';
import { type FilesService, SERVICE } from './service.ts';
import { addUploadPiece } from './use-cases/add-upload-piece.ts';
import { beginUpload } from './use-cases/begin-upload.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { openMedia } from './use-cases/open-media.ts';
import { openUpload } from './use-cases/open-upload.ts';

@Controller()
export class FilesController {
  readonly #service: FilesService;
  constructor(@Inject(SERVICE) service: FilesService) {
    this.#service = service;
  }

  @HandlesStream(asStream(media.openMedia))
  async openMedia(input: InputOf<typeof media.openMedia>) {
    return openMedia(this.#service, input);
  }

  @HandlesStream(asStream(uploaded.openUpload))
  async openUpload(input: InputOf<typeof uploaded.openUpload>) {
    return openUpload(this.#service, input);
  }

  @Handles(uploads.beginUpload)
  async beginUpload(input: InputOf<typeof uploads.beginUpload>) {
    return beginUpload(this.#service, input);
  }

  @Handles(uploads.addUploadPiece)
  async addUploadPiece(input: InputOf<typeof uploads.addUploadPiece>) {
    return addUploadPiece(this.#service, input);
  }

  @Handles(erasure.eraseTenantData.files)
  async eraseTenantData(input: InputOf<typeof erasure.eraseTenantData.files>) {
    return eraseTenantData(this.#service, input);
  }
}
