/**
 * Pages that only listen, in a process of their own: bare sockets that count the messages they get,
 * so that both servers have the same clients. Arguments: URL, number of clients, and `socket.io`
 * for a server that wants its greeting. Tells when all are connected, and then, whenever it is told
 * how many more messages to expect in all, when they have come.
 */
import { WebSocket } from 'ws';

const [url, count, protocol] = process.argv.slice(2) as [string, string, string | undefined];

let connected = 0;
let received = 0;
let expected = Number.POSITIVE_INFINITY;
for (let n = 0; n < Number(count); n += 1) {
  const socket = new WebSocket(url);
  socket.on('message', (data) => take(socket, String(data)));
  if (protocol !== 'socket.io') socket.once('open', noteConnected);
}
process.on('message', (more: number) => {
  received = 0;
  expected = more;
  process.send?.('ready');
});
process.once('disconnect', () => process.exit());

/** Of socket.io's protocol: 0 open, 40 connected, 2 ping, 42 an event. */
function take(socket: WebSocket, message: string): void {
  if (protocol !== 'socket.io' || message.startsWith('42')) {
    received += 1;
    if (received === expected) process.send?.('received');
  } else if (message.startsWith('0')) socket.send('40');
  else if (message.startsWith('40')) noteConnected();
  else if (message === '2') socket.send('3');
}

function noteConnected(): void {
  connected += 1;
  if (connected === Number(count)) process.send?.('connected');
}
