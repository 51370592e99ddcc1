/** The clip of one piece of evidence, or the reason why there is none to play. */
import type { Evidence } from '../../../query/domain/answer.ts';
import { ClipPlayer } from './clip-player.tsx';

interface EvidencePlayerProps {
  readonly evidence: Evidence;
  readonly nameOf: (trajectoryId: string) => string;
}

export function EvidencePlayer({ evidence, nameOf }: EvidencePlayerProps) {
  if (evidence.clipId === null) {
    return (
      <div class="player-empty hatched">
        <p>No recording is left of this time.</p>
      </div>
    );
  }
  return (
    <ClipPlayer
      clipId={evidence.clipId}
      range={evidence.range}
      boxes={evidence.boxes}
      nameOf={nameOf}
    />
  );
}
