// The program as `server/main.ts` starts it, to which this machine is a public address under every name.
import { connect } from 'node:net';
import { main } from '#server/main.ts';

await main({
  network: {
    resolve: async () => ['192.0.66.1'],
    connect: (_address, port) => connect(port, '127.0.0.1'),
  },
});
