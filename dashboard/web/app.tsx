/** The frame around every page: the bar at the top, the page, the question box. */
import { useEffect, useState } from 'preact/hooks';
import { AddStreamDialog } from './components/add-stream.tsx';
import { AskBar } from './components/ask-bar.tsx';
import { HelpDialog } from './components/help-dialog.tsx';
import { PlusIcon, QuestionIcon, WaveMark } from './components/icons.tsx';
import { ThemeToggle } from './components/theme-toggle.tsx';
import { live, serverNow } from './live.ts';
import { AnswerPage } from './pages/answer-page.tsx';
import { NowPage } from './pages/now-page.tsx';
import { StreamPage } from './pages/stream-page.tsx';
import { type PageRoute, parseRoute } from './route.ts';
import { sayClock, timeZone } from './say-time.ts';
import { useStore } from './store.ts';
import { useKeys } from './use-keys.ts';

export function App() {
  const route = useRoute();
  const [isAdding, setAdding] = useState(false);
  const [showsHelp, setShowsHelp] = useState(false);
  const add = () => setAdding(true);
  const help = () => setShowsHelp(true);
  useKeys({ '?': help });
  return (
    <>
      <TopBar onAdd={add} onHelp={help} />
      <Problems />
      <Page route={route} onAdd={add} />
      <AskBar showsExamples={route.page === 'now'} />
      {isAdding && <AddStreamDialog onClose={() => setAdding(false)} />}
      {showsHelp && <HelpDialog onClose={() => setShowsHelp(false)} />}
    </>
  );
}

function useRoute(): PageRoute {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => {
      setRoute(parseRoute(location.hash));
      scrollTo(0, 0);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

function Page({ route, onAdd }: { route: PageRoute; onAdd: () => void }) {
  switch (route.page) {
    case 'answer':
      return <AnswerPage id={route.id} />;
    case 'stream':
      return <StreamPage key={`${route.id} ${route.at}`} id={route.id} at={route.at} />;
    case 'now':
      return <NowPage onAdd={onAdd} />;
  }
}

function TopBar({ onAdd, onHelp }: { onAdd: () => void; onHelp: () => void }) {
  const connection = useStore(live, (state) => state.connection);
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label="Strandline, all streams">
        <WaveMark />
        <span>Strandline</span>
      </a>
      <span class="spacer" />
      <Firing />
      <WallClock />
      <span class="connection" data-connection={connection} role="status">
        <i class="dot" aria-hidden="true" />
        <span>{connectionWords[connection]}</span>
      </span>
      <button type="button" class="secondary" onClick={onAdd} aria-label="Add a camera">
        <PlusIcon /> <span class="wide">Add a camera</span>
      </button>
      <ThemeToggle />
      <button type="button" class="round wide" aria-label="Keys" onClick={onHelp}>
        <QuestionIcon />
      </button>
    </header>
  );
}

const connectionWords = { connecting: 'Connecting', online: 'Connected', offline: 'Offline' };

/** On every page: how many alerts fire, one click from what they are. */
function Firing() {
  const count = useStore(
    live,
    ({ alerts }) => alerts.filter(({ state }) => state === 'firing').length,
  );
  if (count === 0) return null;
  const show = () => {
    location.hash = '#/';
    requestAnimationFrame(() => document.getElementById('alerts-title')?.scrollIntoView());
  };
  return (
    <button type="button" class="count" onClick={show}>
      {count} firing
    </button>
  );
}

function WallClock() {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span class="wall-clock wide" title="Clock of the server, in your time zone">
      <time class="number">{sayClock(now)}</time> <span class="muted">{timeZone}</span>
    </span>
  );
}

function Problems() {
  const problem = useStore(live, (state) => state.problem);
  const connection = useStore(live, (state) => state.connection);
  if (!problem && connection !== 'offline') return null;
  return (
    <p class="problem strip" role="alert">
      {problem ?? 'The connection to the server is lost. Trying again; what is shown may be old.'}
    </p>
  );
}
