// Loaded into every process of a test by NODE_OPTIONS=--require: writes the host of each connection, datagram and
// look-up of a name into CONNECTIONS_FILE, a line each, before it happens.
const { appendFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const dgram = require('node:dgram');
const dns = require('node:dns');
const net = require('node:net');

const record = (kind, host) => appendFileSync(process.env.CONNECTIONS_FILE, `${kind} ${host}\n`);

/** Calls `before` with the arguments of each call of a method. */
function watch(owner, name, before) {
  const method = owner[name];
  owner[name] = function watched(...given) {
    before(...given);
    return method.apply(this, given);
  };
}

watch(net.Socket.prototype, 'connect', (first, second) => {
  // net.connect passes its normalized arguments as one list.
  const options = Array.isArray(first) ? first[0] : first;
  if (typeof options === 'object') record('connect', options.path ?? options.host ?? 'localhost');
  else record('connect', Number.isNaN(Number(options)) ? options : typeof second === 'string' ? second : 'localhost');
});
watch(dgram.Socket.prototype, 'send', (...given) =>
  record(
    'datagram',
    given.findLast((one) => typeof one === 'string'),
  ),
);
watch(dgram.Socket.prototype, 'connect', (_port, host) => record('datagram', host));
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner))
    if (/^(?:lookup|resolve|reverse)/.test(name) && typeof owner[name] === 'function')
      watch(owner, name, (host) => record(name, host));
syncBuiltinESMExports();
