/**
 * Silent cameras in a process of their own. Arguments: a clip and how many. In turns they accept
 * connections and never answer, and fall silent after PLAY.
 */
import type { CameraFaults } from '../../support/camera-faults.ts';
import { startRtspServer } from '../../support/rtsp-server.ts';

const [clip, count] = process.argv.slice(2) as [string, string];
const manners: readonly CameraFaults[] = [
  { silentOn: ['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY'] },
  { sends: 'nothing' },
];
const urls: string[] = [];
for (let n = 0; n < Number(count); n += 1) {
  const faults = manners[n % manners.length]!;
  urls.push((await startRtspServer({ clip, framesPerSecond: 25, faults })).url);
}
process.once('disconnect', () => process.exit());
process.send?.(urls);
