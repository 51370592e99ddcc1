/** Is everything all right? All streams, what fires, and what is being watched for. */
import type { Answer } from '../../../query/domain/answer.ts';
import { asking } from '../ask.ts';
import { AddStreamForm } from '../components/add-stream.tsx';
import { AlertList } from '../components/alert-list.tsx';
import { DiskNotice } from '../components/disk-notice.tsx';
import { SampleNotice } from '../components/sample-notice.tsx';
import { StandingQuestions } from '../components/standing-questions.tsx';
import { StreamTile } from '../components/stream-tile.tsx';
import { live, serverNow } from '../live.ts';
import { answerHref } from '../route.ts';
import { sayVerdict } from '../say.ts';
import { sayInstant } from '../say-time.ts';
import { useStore } from '../store.ts';

export function NowPage({ onAdd }: { onAdd: () => void }) {
  const streams = useStore(live, (state) => state.streams);
  return (
    <main class="page now">
      <h1 class="hidden">Now</h1>
      <div class="notices">
        <DiskNotice />
        <SampleNotice onAdd={onAdd} />
      </div>
      <section class="wall" aria-label="Streams" data-count={streams?.length ?? 0}>
        {streams?.map((stream) => (
          <StreamTile key={stream.id} stream={stream} />
        ))}
        {streams?.length === 0 && <NoStreams />}
        {streams === undefined && <div class="tile skeleton" aria-busy="true" />}
      </section>
      <div class="side">
        <AlertList />
        <StandingQuestions />
      </div>
      <AskedQuestions />
    </main>
  );
}

function NoStreams() {
  return (
    <div class="panel first">
      <h2>Watch your first camera</h2>
      <p class="muted">Its picture is here within seconds; questions work after the first chunk.</p>
      <AddStreamForm onDone={() => {}} />
    </div>
  );
}

function AskedQuestions() {
  const answers = useStore(asking, (state) => state.answers);
  if (answers.length === 0) return null;
  return (
    <section class="asked" aria-labelledby="asked-title">
      <h2 id="asked-title">Asked before</h2>
      <ul class="answers">
        {answers.slice(0, 6).map((answer) => (
          <AskedBefore key={answer.id} answer={answer} />
        ))}
      </ul>
    </section>
  );
}

const AskedBefore = ({ answer }: { answer: Answer }) => (
  <li>
    <a href={answerHref(answer.id)}>
      <span class="asked-question">{answer.question}</span>
      <b class="asked-verdict" data-verdict={answer.verdict}>
        {sayVerdict(answer)}
      </b>
      <time class="muted small number">{sayInstant(answer.askedAt, serverNow())}</time>
    </a>
  </li>
);
