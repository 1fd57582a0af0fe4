import { Controller } from '@nestjs/common';
import { asStream } from '@parley/bus/carriers/stream';
import { HandlesStream } from '@parley/bus/handles';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';

export interface TestUpload {
  tenantId: number;
  /** The key that uploaded it; absent: a member. */
  instanceId?: string;
  head: OutputOf<typeof openUpload>;
  bytes: Buffer;
}

/** A stand-in for services/files that has these files, by their id. */
export function makeUploadsModule(uploads: ReadonlyMap<string, TestUpload>) {
  @Controller()
  class UploadsController {
    @HandlesStream(asStream(openUpload))
    async openUpload({ tenantId, uploadId: id, ownedBy }: InputOf<typeof openUpload>) {
      const found = uploads.get(id);
      if (found?.tenantId !== tenantId) throw new AppError('unknown_upload');
      if (ownedBy !== undefined && found.instanceId !== ownedBy) throw new AppError('unknown_upload');
      async function* read(bytes: Buffer): AsyncGenerator<Uint8Array> {
        yield bytes;
      }
      return { head: found.head, body: read(found.bytes) };
    }
  }
  return { module: class UploadsModule {}, controllers: [UploadsController] };
}
