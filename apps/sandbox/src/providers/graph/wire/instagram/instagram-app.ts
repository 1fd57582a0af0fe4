import type { makeAcceptPageSend } from '../pages/accept-page-send.ts';
import type { CommentCallDeps } from '../pages/comment-calls.ts';

/** The Instagram product of a Meta app, with its own id and secret. */
export interface InstagramApp {
  id: string;
  secret: string;
}

export interface InstagramDeps extends CommentCallDeps {
  instagramApp: InstagramApp;
  acceptSend: ReturnType<typeof makeAcceptPageSend>;
}
