/** Says that what runs is the sample, and how to watch something of one's own. */
import { live } from '../live.ts';
import { useStore } from '../store.ts';

export function SampleNotice({ onAdd }: { onAdd: () => void }) {
  const notice = useStore(live, (state) => state.system?.notice);
  if (!notice) return null;
  return (
    <aside class="notice" aria-label="About what is shown">
      <p>{notice.text}</p>
      {notice.isSample && (
        <p class="notice-how">
          <button type="button" class="primary small" onClick={onAdd}>
            Add a camera
          </button>
          <span class="muted">or</span>
          <code class="command">./run up rtsp://camera/stream</code>
        </p>
      )}
    </aside>
  );
}
