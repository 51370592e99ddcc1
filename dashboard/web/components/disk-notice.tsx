/** Says that the disk is nearly full, or that nothing is recorded because it is full. */
import { live } from '../live.ts';
import { useStore } from '../store.ts';

export function DiskNotice() {
  const text = useStore(live, (state) => state.system?.disk?.text);
  if (!text) return null;
  return (
    <div class="notice" role="alert">
      <p>{text[0]!.toUpperCase() + text.slice(1)}.</p>
    </div>
  );
}
