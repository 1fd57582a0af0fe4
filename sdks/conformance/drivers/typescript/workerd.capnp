using Workerd = import "/workerd/workerd.capnp";

# No compatibility flag: the SDK needs none of Node's modules. The worker reaches this machine only.
const config :Workerd.Config = (
  services = [
    (name = "driver", worker = (
      modules = [(name = "driver.js", esModule = embed "driver.js")],
      compatibilityDate = "2025-01-01",
      globalOutbound = "local",
    )),
    (name = "local", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "driver")],
);
