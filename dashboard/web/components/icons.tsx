/** The few icons of the page, drawn as lines in the colour of the text. */
import type { ComponentChildren } from 'preact';

const Icon = ({ children }: { children: ComponentChildren }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    {children}
  </svg>
);

export const PlayIcon = () => (
  <Icon>
    <path d="M6 4l10 6-10 6z" class="solid" />
  </Icon>
);

export const PauseIcon = () => (
  <Icon>
    <path d="M6 4h3v12H6zM11 4h3v12h-3z" class="solid" />
  </Icon>
);

export const AgainIcon = () => (
  <Icon>
    <path d="M4 10a6 6 0 1 0 2-4.5M6 2v4h4" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon>
    <path d="M5 5l10 10M15 5L5 15" />
  </Icon>
);

export const SunIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="3.5" />
    <path d="M10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.3l1.4 1.4M14.3 14.3l1.4 1.4M15.7 4.3l-1.4 1.4M5.7 14.3l-1.4 1.4" />
  </Icon>
);

export const MoonIcon = () => (
  <Icon>
    <path d="M16 12A7 7 0 0 1 8 4a7 7 0 1 0 8 8z" />
  </Icon>
);

export const ClockIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4l3 2" />
  </Icon>
);

export const CameraIcon = () => (
  <Icon>
    <path d="M2 6h11v8H2zM13 9l5-3v8l-5-3z" />
  </Icon>
);

export const BellIcon = () => (
  <Icon>
    <path d="M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17h3" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="M4 10.5l4 4 8-9" />
  </Icon>
);

export const QuestionIcon = () => (
  <Icon>
    <path d="M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4M10 15.5v.5" />
  </Icon>
);

export const LinkIcon = () => (
  <Icon>
    <path d="M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2" />
  </Icon>
);

export const WaveMark = () => (
  <svg class="wave" viewBox="0 0 32 24" aria-hidden="true">
    <path d="M2 9c5 0 5-5 10-5s5 5 10 5 4-4 8-5" class="wave-high" />
    <path d="M2 19c5 0 5-5 10-5s5 5 10 5 4-4 8-5" class="wave-low" />
  </svg>
);
