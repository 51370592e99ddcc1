/** The evidence of an alert, playing in place. */
import type { ComponentChildren } from 'preact';
import type { Evidence } from '../../../query/domain/answer.ts';
import { serverNow } from '../live.ts';
import { streamHref } from '../route.ts';
import { sayRange } from '../say-time.ts';
import { useObjectNames } from '../use-object-names.ts';
import { Dialog } from './dialog.tsx';
import { EvidencePlayer } from './evidence-player.tsx';

interface EvidenceDialogProps {
  readonly title: string;
  readonly evidence: Evidence;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

export function EvidenceDialog({ title, evidence, onClose, children }: EvidenceDialogProps) {
  const nameOf = useObjectNames([evidence]);
  return (
    <Dialog title={title} onClose={onClose}>
      <EvidencePlayer evidence={evidence} nameOf={nameOf} />
      <p class="muted small">
        {evidence.streamId} · {sayRange(evidence.range, serverNow())} ·{' '}
        <a href={streamHref(evidence.streamId, evidence.range.start)} onClick={onClose}>
          Open the recording around it
        </a>
      </p>
      {children}
    </Dialog>
  );
}
