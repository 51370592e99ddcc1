/** The question box that is on every page, with what of the video it is about. `/` focuses it. */
import { useEffect, useRef } from 'preact/hooks';
import { ask, asking, setScope, setText } from '../ask.ts';
import { examples } from '../examples.ts';
import { live } from '../live.ts';
import { timeZone } from '../say-time.ts';
import { type Scope, scopeTimes } from '../scope.ts';
import { useStore } from '../store.ts';
import { useKeys } from '../use-keys.ts';
import { CameraIcon, ClockIcon } from './icons.tsx';
import { Menu } from './menu.tsx';

export function AskBar({ showsExamples }: { showsExamples: boolean }) {
  const { text, isAsking, problem } = useStore(asking, (state) => state);
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <form
      class="ask"
      aria-label="Ask a question"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="ask-line" data-busy={isAsking}>
        <input
          ref={input}
          type="text"
          name="question"
          aria-label="Question"
          placeholder="Ask about the video…"
          autocomplete="off"
          enterkeyhint="send"
          maxLength={500}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && input.current?.blur()}
        />
        <kbd>/</kbd>
        <button type="submit" class="primary" disabled={isAsking || text.trim() === ''}>
          {isAsking ? 'Looking…' : 'Ask'}
        </button>
      </div>
      <div class="scope">
        <ScopeChips />
        {showsExamples && <Examples />}
      </div>
    </form>
  );
}

function ScopeChips() {
  const scope = useStore(asking, (state) => state.scope);
  return (
    <>
      <StreamScope scope={scope} />
      <TimeScope scope={scope} />
      <span class="zone" title="Times are read and shown in this time zone">
        {timeZone}
      </span>
    </>
  );
}

const Examples = () => (
  <div class="tries">
    <span class="muted small">Try</span>
    {examples.map((text) => (
      <button key={text} type="button" class="chip" onClick={() => void ask(text)}>
        {text}
      </button>
    ))}
  </div>
);

function StreamScope({ scope }: { scope: Scope }) {
  const streams = useStore(live, (state) => state.streams) ?? [];
  const chosen = streams.filter(({ id }) => scope.streamIds.includes(id));
  const label =
    chosen.length === 0
      ? 'All streams'
      : chosen.length === 1
        ? chosen[0]!.name
        : `${chosen.length} streams`;
  useEffect(() => {
    const known = scope.streamIds.filter((id) => streams.some((stream) => stream.id === id));
    if (streams.length > 0 && known.length < scope.streamIds.length) {
      setScope({ ...scope, streamIds: known });
    }
  }, [streams, scope]);
  const toggle = (id: string) =>
    setScope({
      ...scope,
      streamIds: scope.streamIds.includes(id)
        ? scope.streamIds.filter((one) => one !== id)
        : [...scope.streamIds, id],
    });
  return (
    <Menu label={label} name="Streams asked about" icon={<CameraIcon />} isSet={chosen.length > 0}>
      <label class="choice">
        <input
          type="checkbox"
          checked={chosen.length === 0}
          onChange={() => setScope({ ...scope, streamIds: [] })}
        />
        All streams
      </label>
      {streams.map(({ id, name }) => (
        <label key={id} class="choice">
          <input
            type="checkbox"
            checked={scope.streamIds.includes(id)}
            onChange={() => toggle(id)}
          />
          {name}
        </label>
      ))}
    </Menu>
  );
}

function TimeScope({ scope }: { scope: Scope }) {
  const label = scopeTimes.find(({ time }) => time === scope.time)!.label;
  return (
    <Menu label={label} name="Time asked about" icon={<ClockIcon />} isSet={scope.time !== 'all'}>
      {scopeTimes.map(({ time, label: name }) => (
        <label key={time} class="choice">
          <input
            type="radio"
            name="scope-time"
            checked={scope.time === time}
            onChange={() => setScope({ ...scope, time })}
          />
          {name}
        </label>
      ))}
      {scope.time === 'custom' && (
        <div class="from-to">
          <label>
            From
            <input
              type="datetime-local"
              step={1}
              value={scope.from}
              onInput={(event) => setScope({ ...scope, from: event.currentTarget.value })}
            />
          </label>
          <label>
            To
            <input
              type="datetime-local"
              step={1}
              value={scope.to}
              onInput={(event) => setScope({ ...scope, to: event.currentTarget.value })}
            />
          </label>
        </div>
      )}
    </Menu>
  );
}
