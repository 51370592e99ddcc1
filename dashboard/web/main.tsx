/** Starts the page. */
import { render } from 'preact';
import { App } from './app.tsx';
import { startLive } from './live.ts';
import { applyTheme } from './theme.ts';

applyTheme();
startLive();
render(<App />, document.getElementById('app')!);
