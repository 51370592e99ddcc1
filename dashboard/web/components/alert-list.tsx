/** What fires, what is pending, what cannot be known, and what is over. */
import { useEffect, useState } from 'preact/hooks';
import type { Alert } from '../../../query/domain/standing-question.ts';
import { readJudgements } from '../judgements.ts';
import { live, serverNow } from '../live.ts';
import { sayAlertState } from '../say.ts';
import { sayDuration, sayInstant } from '../say-time.ts';
import { useStore } from '../store.ts';
import { EvidenceDialog } from './evidence-dialog.tsx';
import { BellIcon, PlayIcon } from './icons.tsx';
import { Judge } from './judge.tsx';

const order: Readonly<Record<Alert['state'], number>> = {
  firing: 0,
  pending: 1,
  noData: 2,
  resolved: 3,
};

const mostResolved = 6;

export function AlertList() {
  const alerts = useStore(live, (state) => state.alerts);
  const [opened, setOpened] = useState<Alert>();
  const open = alerts.filter(({ state }) => state !== 'resolved');
  const over = alerts.filter(({ state }) => state === 'resolved').slice(0, mostResolved);
  const shown = [...open.sort((a, b) => order[a.state] - order[b.state]), ...over];
  const fired = shown.filter(({ firedAt }) => firedAt !== null).map(subjectOf);
  useEffect(() => void readJudgements(fired), [fired.map(({ id }) => id).join(' ')]);
  return (
    <section class="panel" aria-labelledby="alerts-title">
      <header>
        <h2 id="alerts-title">
          <BellIcon /> Alerts
        </h2>
      </header>
      <ul class="alerts" aria-live="polite">
        {shown.map((alert) => (
          <AlertItem key={alert.id} alert={alert} onOpen={() => setOpened(alert)} />
        ))}
      </ul>
      {shown.length === 0 && <p class="empty">Nothing fires. All quiet.</p>}
      {opened?.evidence && (
        <EvidenceDialog
          title={opened.question}
          evidence={opened.evidence}
          onClose={() => setOpened(undefined)}
        >
          {opened.firedAt !== null && <Judge subject={subjectOf(opened)} name={opened.question} />}
        </EvidenceDialog>
      )}
    </section>
  );
}

const subjectOf = ({ id }: Alert) => ({ type: 'alert', id }) as const;

function AlertItem({ alert, onOpen }: { alert: Alert; onOpen: () => void }) {
  const streams = useStore(live, (state) => state.streams);
  const stream = streams?.find(({ id }) => id === alert.streamId)?.name ?? alert.streamId;
  const now = serverNow();
  return (
    <li class="alert" data-state={alert.state}>
      <i class="dot" aria-hidden="true" />
      <div>
        <p class="alert-title">{alert.question}</p>
        <p class="muted small">
          <b class="state-word">{sayAlertState(alert.state)}</b> · {stream} ·{' '}
          {sayInstant(alert.firedAt ?? alert.startsAt, now)}
          {alert.endsAt !== null && ` · lasted ${sayDuration(alert.endsAt - alert.startsAt)}`}
        </p>
      </div>
      {alert.evidence && (
        <button
          type="button"
          class="round"
          aria-label={`Show the evidence: ${alert.question}`}
          onClick={onOpen}
        >
          <PlayIcon />
        </button>
      )}
      {alert.firedAt !== null && <Judge subject={subjectOf(alert)} name={alert.question} />}
    </li>
  );
}
