import { createServer } from 'node:http';

// A provider that accepts everything at once, so that its own time is negligible. Every image is the same megabyte.
const origin = `http://127.0.0.1:${process.env.STUB_PORT}`;
const PICTURE = Buffer.alloc(1024 * 1024, 7);
const PICTURE_PATH = '/picture';

let sent = 0;
createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.url === PICTURE_PATH) {
      response.setHeader('content-type', 'image/jpeg');
      response.end(PICTURE);
      return;
    }
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST' && request.url?.includes('/messages')) {
      response.end(
        `{"messaging_product":"whatsapp","contacts":[{"input":"1","wa_id":""}],"messages":[{"id":"wamid.${process.pid}.${sent++}"}]}`,
      );
    } else {
      response.end(
        `{"id":"106000000000001","display_phone_number":"+1 555 000 0001","success":true,"data":[],"url":"${origin}${PICTURE_PATH}","mime_type":"image/jpeg","file_size":${PICTURE.length}}`,
      );
    }
  });
}).listen(Number(process.env.STUB_PORT), '127.0.0.1');
