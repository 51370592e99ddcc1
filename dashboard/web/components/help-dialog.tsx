/** The keys. */
import { Dialog } from './dialog.tsx';

const keys: readonly [string, string][] = [
  ['/', 'Ask a question'],
  ['Space', 'Play or pause the clip'],
  [', .', 'A frame back, a frame on'],
  ['[ ]', 'The evidence or object before, after'],
  ['j k', 'The same, down and up'],
  ['r w', 'This answer is right, is wrong'],
  ['← → + −', 'On a timeline: move and zoom'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
];

export const HelpDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl class="keys">
      {keys.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            {key.split(' ').map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
