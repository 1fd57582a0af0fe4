import { Controller } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { findTemplateCategory } from '@parley/common/contracts/internal/find-template-category';
import type { InputOf } from '@parley/common/define-contract';

/** A stand-in for the lists of services/channel-connect; it throws what `categoryOf` throws. */
export function makeTemplatesModule(
  categoryOf: (
    input: InputOf<typeof findTemplateCategory>,
    context: Pick<CallContext, 'deadlineAt'>,
  ) => string | null | Promise<string | null>,
) {
  @Controller()
  class TemplatesController {
    @Handles(findTemplateCategory)
    async find(input: InputOf<typeof findTemplateCategory>, context: CallContext) {
      return { category: await categoryOf(input, context) };
    }
  }
  return { module: class TemplatesModule {}, controllers: [TemplatesController] };
}
