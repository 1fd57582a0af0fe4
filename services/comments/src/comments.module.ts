import { type DynamicModule, Module } from '@nestjs/common';
import { CommentsController } from './comments.controller.ts';
import { type CommentsParts, makeUseCases, USE_CASES } from './compose.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class CommentsModule {}

/** The comments service: comments in, lists, replies, polls of TikTok. Wiring only. */
export function makeCommentsModule(parts: CommentsParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: CommentsModule,
    controllers: [CommentsController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
