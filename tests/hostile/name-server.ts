import { createSocket } from 'node:dgram';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TTL_S = 60;
const [NO_ERROR, NO_SUCH_NAME] = [0, 3];

/** Answers names with IPv4 addresses, over UDP at port 53 of `address` (RFC 1035); it knows no other types. */
export function openNameServer(
  address: string,
  numbers: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address: asker }) => {
    const { name, type, end } = questionOf(query);
    const known = numbers.get(name);
    const found = type === TYPE_A ? (known ?? []) : [];
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    // An answer; recursion was available.
    header.writeUInt16BE(0x8180 | (known === undefined ? NO_SUCH_NAME : NO_ERROR), 2);
    for (const [index, count] of [1, found.length, 0, 0].entries())
      header.writeUInt16BE(count, 4 + index * 2);
    const answers = found.map((number) => {
      const record = Buffer.alloc(12);
      // The name is that of the question.
      for (const [index, word] of [0xc000 + HEADER_BYTES, TYPE_A, 1, 0, TTL_S, 4].entries())
        record.writeUInt16BE(word, index * 2);
      return Buffer.concat([record, Buffer.from(number.split('.').map(Number))]);
    });
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]), port, asker);
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(53, address, resolve);
  });
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}
