/**
 * Entry of the process that encodes one clip anew: decoders and encoders run on whatever a camera
 * sent, and a crash there must end nothing else. The parent forks it and sends the job.
 */
import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { z } from 'zod';
import { encodeClip } from './encode-clip.ts';

const encodeJobSchema = z.object({
  from: z.string(),
  to: z.string(),
  needs: z.object({ video: z.boolean(), audio: z.boolean() }),
});

/** What it answers: undefined when all went well, else what went wrong. */
export interface EncodeReport {
  readonly failure?: string;
}

Log.setLevel(AV_LOG_FATAL);
process.on('disconnect', leave);
process.on('message', (value) => {
  const { from, to, needs } = encodeJobSchema.parse(value);
  void encodeClip(from, to, needs).then(
    () => answer({}),
    (error) => answer({ failure: error instanceof Error ? error.message : String(error) }),
  );
});

function answer(report: EncodeReport): void {
  process.send?.(report, leave);
}

/** Finalisers of native objects may crash on the way of an ordinary exit. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL');
}
