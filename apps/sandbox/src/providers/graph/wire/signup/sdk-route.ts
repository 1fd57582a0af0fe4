import type { FastifyInstance } from 'fastify';

/** Facebook's SDK for JavaScript, as far as Embedded Signup uses it. */
const SDK = `(() => {
  const base = new URL(document.currentScript.src).origin;
  let app = null;
  const login = (callback, options) => {
    if (typeof callback !== 'function' || callback.constructor.name === 'AsyncFunction')
      throw new Error('Expression is of type asyncfunction, not function');
    if (app === null) throw new Error('FB.login() called before FB.init().');
    const { extras = {}, config_id, response_type, override_default_response_type } = options;
    const query = new URLSearchParams({
      client_id: app.appId, config_id, response_type, override_default_response_type, display: 'popup',
      extras: JSON.stringify(extras), origin: location.origin,
    });
    const popup = open(base + '/' + app.version + '/dialog/oauth?' + query, 'sandbox-login', 'popup,width=600,height=700');
    if (popup === null) return callback({ authResponse: null, status: 'unknown' });
    let isOver = false;
    const end = (answer) => {
      if (isOver) return;
      isOver = true;
      removeEventListener('message', hear);
      clearInterval(watch);
      callback(answer);
    };
    const hear = ({ source, origin, data }) => {
      if (source !== popup || origin !== base) return;
      let given = null;
      try { given = JSON.parse(data); } catch { return; }
      if (given.type !== 'sandbox.login') return;
      const { code } = given;
      end(code ? { authResponse: { code, userID: null, expiresIn: null }, status: 'connected' } : { authResponse: null, status: 'unknown' });
    };
    addEventListener('message', hear);
    const watch = setInterval(() => popup.closed && setTimeout(() => end({ authResponse: null, status: 'unknown' }), 500), 500);
  };
  window.FB = { init: (given) => { app = given; }, login };
  window.fbAsyncInit?.();
})();
`;

/** GET /en_US/sdk.js. */
export function sdkRoute(app: FastifyInstance) {
  app.get('/en_US/sdk.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/x-javascript; charset=utf-8',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(SDK),
  );
}
