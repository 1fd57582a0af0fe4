// The worker of workerd: each request is a line, its response the answer's.
import { answerLine } from './operations.mjs';

export default { fetch: async (request) => new Response(await answerLine(await request.text())) };
