/** What a stream is and how it is, and the way to remove it. */
import { useState } from 'preact/hooks';
import type { StreamView } from '../../../query/contract.ts';
import { remove, sayProblem } from '../api.ts';
import { readStreams, serverNow } from '../live.ts';
import { sayFault, sayStreamState } from '../say.ts';
import { sayInstant } from '../say-time.ts';
import { Dialog } from './dialog.tsx';

export function StreamHead({ stream }: { stream: StreamView }) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <header class="stream-head">
      <a class="back" href="#/" aria-label="Back to all streams">
        ←
      </a>
      <h1>{stream.name}</h1>
      <span class="badge" data-state={stream.state}>
        <i class="dot" aria-hidden="true" />
        {sayStreamState(stream.state)}
      </span>
      <span class="muted small stream-facts">
        {stream.reason && `${stream.reason} · `}
        {stream.faults.map((fault) => `${sayFault(fault, serverNow())} · `).join('')}
        {stream.url} · watched since {sayInstant(stream.enabledAt, serverNow())}
        {stream.asOf !== null && ` · analysed to ${sayInstant(stream.asOf, serverNow())}`}
      </span>
      <span class="spacer" />
      <button type="button" class="link quiet" onClick={() => setRemoving(true)}>
        Remove
      </button>
      {isRemoving && <RemoveDialog stream={stream} onClose={() => setRemoving(false)} />}
    </header>
  );
}

function RemoveDialog({ stream, onClose }: { stream: StreamView; onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const forget = async () => {
    try {
      await remove(`/api/streams/${encodeURIComponent(stream.id)}`);
      await readStreams();
      location.hash = '#/';
    } catch (error) {
      setProblem(sayProblem(error));
    }
  };
  return (
    <Dialog title={`Remove ${stream.name}?`} onClose={onClose}>
      <p>Watching stops at once. Standing questions no longer look at this stream.</p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="button" class="danger" onClick={() => void forget()}>
          Remove the stream
        </button>
        <button type="button" class="secondary" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}
