import { type DynamicModule, Module } from '@nestjs/common';
import { CommentsController } from './comments.controller.ts';
import { type CommentsParts, openCommentsService, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class CommentsModule {}

/** The comments service: comments in, lists, replies, polls of TikTok. Wiring only. */
export function makeCommentsModule(parts: CommentsParts): DynamicModule {
  const service = openCommentsService(parts);
  return {
    module: CommentsModule,
    controllers: [CommentsController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
