import { createServer } from 'node:http';

// OpenAI's Responses API with a slow model; every answer is different.
const takesMs = Number(process.env.STUB_MODEL_MS);
let said = 0;

const answer = () => ({
  id: `resp_${++said}`,
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'm',
  output: [
    {
      id: `msg_${said}`,
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: `Answer ${said}.`, annotations: [] }],
    },
  ],
  usage: {
    input_tokens: 400,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 405,
  },
});

createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST') setTimeout(() => response.end(JSON.stringify(answer())), takesMs);
    else response.end('{}');
  });
}).listen(Number(process.env.STUB_PORT), '127.0.0.1');
