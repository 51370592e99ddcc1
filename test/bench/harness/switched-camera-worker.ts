/** A camera in a process of its own that is sent away and back by messages. Argument: its clip. */
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { startRtspServer } from '../../support/rtsp-server.ts';

const camera = await startRtspServer({ clip: process.argv[2]!, framesPerSecond: 25 });
const wire = await startFaultProxy({ port: camera.port });
process.on('message', (message: 'away' | 'back') => {
  if (message === 'back') return wire.heal();
  wire.inject({ refuses: true });
  wire.cut('rst');
});
process.once('disconnect', () => process.exit());
process.send?.(camera.url.replace(String(camera.port), String(wire.port)));
