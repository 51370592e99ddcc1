import { expect, it } from 'vitest';
import { defaultIngestOptions } from '../../../../ingest/ingest-options.ts';
import { StatusReporter } from '../../../../ingest/stream/report-status.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

it("labels ahead of the machine's clock are warned of once, and it is told when that is over", () => {
  const logged: string[] = [];
  const note = (level: string) => (_: object, message: string) =>
    void logged.push(`${level}: ${message}`);
  const reporter = new StatusReporter('cam', {
    clock: new ManualClock(),
    logger: { ...silentLogger, warn: note('warn'), info: note('info') },
    options: defaultIngestOptions,
    onStatus: () => {},
  });
  const statistics = { packets: 0, framesDecoded: 0, decodeErrors: 0 };
  for (const labelsAheadMs of [-3_600_000, undefined, 1_900, 3_600_000, 3_599_000, 1_900, 0]) {
    const counted = { pictures: 0, videoPackets: 0, statistics };
    reporter.noteSource({ type: 'alive', ...counted, labelsAheadMs });
  }
  expect(logged).toEqual([
    "warn: pictures are labelled ahead of the machine's clock",
    "info: pictures are labelled by the machine's clock again",
  ]);
});
