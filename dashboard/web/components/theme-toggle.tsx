/** Dark for control rooms, light for offices. */
import { useState } from 'preact/hooks';
import { chooseTheme, currentTheme } from '../theme.ts';
import { MoonIcon, SunIcon } from './icons.tsx';

export function ThemeToggle() {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      class="round"
      aria-label={`Use the ${other} theme`}
      onClick={() => {
        chooseTheme(other);
        setTheme(other);
      }}
    >
      {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </button>
  );
}
