// The program as it starts itself, to which this machine is a public address under every name.
import { connect } from 'node:net';
import { builtModule } from '../../support/built-server.ts';

const { main } = await builtModule<typeof import('#server/main.ts')>('main');
await main({
  network: {
    resolve: async () => ['192.0.66.1'],
    connect: (_address, port) => connect(port, '127.0.0.1'),
  },
});
