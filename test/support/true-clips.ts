/** The annotated clips as perfect trajectories: what is stored when nothing in the picture is missed. */
import { readFileSync } from 'node:fs';
import { memoryReaders } from './memory-readers.ts';
import { sharedData } from './shared-data.ts';
import { type ScriptedThing, trajectoriesOf } from './truth-trajectories.ts';

interface TrueClip {
  readonly file: string;
  /** Seconds. */
  readonly duration: number;
  readonly entities: readonly {
    readonly id: string;
    readonly kind: string;
    readonly desc: string;
    readonly attrs: { readonly top?: string; readonly position?: string };
    readonly intervals?: readonly [number, number][];
    readonly on_table?: readonly [number, number][];
  }[];
}

type TrueEntity = TrueClip['entities'][number];

const startAt = Date.parse('2026-01-01T12:00:00Z');
const placeX: Readonly<Record<string, number>> = { left: 0.25, middle: 0.5, right: 0.75 };

/** Readers over one clip, by the name the questions use. */
export function trueClip(file: string) {
  const clips: Record<string, TrueClip> = JSON.parse(
    readFileSync(sharedData('ground-truth/videos.json'), 'utf8'),
  );
  const clip = Object.values(clips).find((one) => one.file === file)!;
  const watched = [{ start: startAt, end: startAt + clip.duration * 1000 }];
  const recording = { streamId: 'clip', startAt, duration: clip.duration };
  return memoryReaders({
    streams: [{ id: 'clip', name: 'Clip', watched }],
    trajectories: trajectoriesOf(clip.entities.map(thingOf), recording),
  });
}

const thingOf = (entity: TrueEntity): ScriptedThing =>
  entity.kind === 'person' ? personOf(entity) : bottleOf(entity);

/** Trousers are dark unless the annotation says otherwise; a long top covers half of them. */
function personOf({ id, desc, attrs, intervals }: TrueEntity): ScriptedThing {
  const top = /black/.test(attrs.top!) ? 'black' : 'grey';
  const trousers = /blue jeans/.test(desc) ? 'blue' : 'black';
  const bottom = /\blong grey\b/.test(desc) ? [top, trousers] : trousers;
  return { id, kind: 'person', there: intervals!, top, bottom, from: 'bottom', to: 'right' };
}

const bottleOf = ({ id, attrs, on_table }: TrueEntity): ScriptedThing => ({
  id,
  kind: 'bottle',
  there: on_table!,
  x: placeX[attrs.position!],
});
