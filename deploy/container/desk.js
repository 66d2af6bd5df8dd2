// The operator's listener is on the loopback address of its container; this hands connections on to it, for the port
// that compose.yaml opens on the loopback address of the machine (profile "desk"). The desk asks for its key all the same.
import { connect, createServer } from 'node:net';

createServer((from) => {
  const to = connect(Number(process.env.OPS_PORT), '127.0.0.1');
  const end = () => [from, to].map((socket) => socket.destroy());
  from.on('error', end).pipe(to).on('error', end).pipe(from);
}).listen(3002);
