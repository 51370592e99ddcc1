/** Adds a stream: paste its URL, say what may be in the picture, see it within seconds. */
import { useState } from 'preact/hooks';
import { post, sayProblem } from '../api.ts';
import { live, readStreams } from '../live.ts';
import { useStore } from '../store.ts';
import { Dialog } from './dialog.tsx';

const presetWords: Readonly<Record<string, string>> = {
  any: 'Anything',
  indoor: 'A room: people, pets, bags',
  road: 'A road: cars, trucks, bicycles',
  yard: 'A yard or entrance: people and vehicles',
  sports: 'Sports: players and balls',
  table: 'A table: things and hands',
};

export function AddStreamDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Add a camera" onClose={onClose}>
      <AddStreamForm onDone={onClose} />
    </Dialog>
  );
}

export function AddStreamForm({ onDone }: { onDone: () => void }) {
  const presets = useStore(live, (state) => state.system?.presets) ?? ['any'];
  const [url, setUrl] = useState('');
  const [preset, setPreset] = useState('any');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const add = async (name: string) => {
    setSending(true);
    try {
      await post('/api/streams', { url, preset, ...(name === '' ? {} : { name }) });
      await readStreams();
      onDone();
    } catch (error) {
      setProblem(sayProblem(error));
      setSending(false);
    }
  };
  return (
    <form
      class="add-stream"
      onSubmit={(event) => {
        event.preventDefault();
        void add(String(new FormData(event.currentTarget).get('name') ?? '').trim());
      }}
    >
      <label>
        Address of the video
        <input
          name="url"
          required
          placeholder="rtsp://user:password@camera/stream"
          autocomplete="off"
          spellcheck={false}
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <span class="muted small">
          RTSP, RTMP, HLS, SRT, MPEG-TS over UDP, or MJPEG. A password in it is never shown again.
        </span>
      </label>
      <div class="fields">
        <label>
          Name
          <input name="name" maxLength={80} placeholder="Loading dock" />
        </label>
        <label>
          What may be in the picture
          <select
            name="preset"
            value={preset}
            onChange={(event) => setPreset(event.currentTarget.value)}
          >
            {presets.map((one) => (
              <option key={one} value={one}>
                {presetWords[one] ?? one}
              </option>
            ))}
          </select>
        </label>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={isSending}>
          {isSending ? 'Adding…' : 'Add the camera'}
        </button>
      </div>
      <p class="muted small">
        The same from the command line:
        <code class="command">{commandLine(url, preset)}</code>
      </p>
    </form>
  );
}

/** Passwords stay out of what people copy into a terminal's history. */
function commandLine(url: string, preset: string): string {
  const shown =
    url.trim().replace(/(:\/\/[^:@/]*:)[^@]*@/, '$1PASSWORD@') || 'rtsp://camera/stream';
  return `./run up '${shown}'${preset === 'any' ? '' : ` --preset ${preset}`}`;
}
