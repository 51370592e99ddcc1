/**
 * A camera in a process of its own, so that what it costs is not counted as ours. Arguments: the
 * clip it shows, and `faulty` for one that drops every connection again and again.
 */
import { startRtspServer } from '../../support/rtsp-server.ts';

const [clip, manner] = process.argv.slice(2) as [string, string | undefined];
const camera = await startRtspServer({ clip, framesPerSecond: 25 });
if (manner === 'faulty') setInterval(() => camera.dropPlayers(), 700);
process.once('disconnect', () => process.exit());
process.send?.(camera.url);
