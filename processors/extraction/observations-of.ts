/** The tracks of a chunk as observations: which of them are believed, their spans, paths and states. */
import { type ChunkKey, chunkId } from '../../ingest/domain/chunk.ts';
import { type Instant, mergeRanges, type TimeRange } from '../../kernel/time.ts';
import type { Attribute, Observation, PathPoint } from '../domain/observation.ts';
import type { StreamProfile } from '../domain/stream-profile.ts';
import { toUnit } from './gather-looks.ts';
import { inferStates, type ObjectStates } from './infer-states.ts';
import type { Looks } from './looks.ts';
import { strongScore } from './match-detections.ts';
import type { Scene } from './scene.ts';
import type { Geometry, SightedObject } from './sighted-object.ts';
import { isConfirmed, type Sample, type Track } from './track.ts';
import { isThing, type KindVerdict, sortVotes, voteKind } from './vote-kind.ts';

/** A hole of up to this long between two sightings is no absence. */
const bridgedHole = 800;
const pathInterval = 500;
const shortestFlight = 2_000;
/** Least share of the pixels for a colour to be told, and how many are told. */
const colourShare = 0.18;
const mostColours = 2;
const bodyParts = ['top', 'bottom'] as const;

export interface Reported {
  readonly track: Track;
  readonly observation: Observation;
  readonly states: ObjectStates;
}

/** In order of their beginning, so that the same pictures give the same ids. */
export function observationsOf(
  scene: Scene,
  chunk: ChunkKey,
  profile: StreamProfile,
  procedure: string,
): Reported[] {
  const geometry = geometryOf(scene);
  const tracks = [...scene.ended, ...scene.tracks]
    .filter((track) => isReported(track, scene.times.at(-1)))
    .sort((a, b) => a.samples[0]!.at - b.samples[0]!.at || a.id - b.id);
  const verdicts = tracks.map((track) => voteKind(track, profile));
  const objects = tracks.map((track, n) =>
    sightedObject(track, `${chunkId(chunk)}#${n}`, verdicts[n]!, geometry),
  );
  const states = inferStates(objects, profile, geometry);
  return tracks.map((track, n) => ({
    track,
    states: states[n]!,
    observation: observation(track, objects[n]!, verdicts[n]!, states[n]!, chunk, procedure),
  }));
}

const geometryOf = (scene: Scene): Geometry => ({
  aspect: scene.background.width / scene.background.height,
  intervalMs: Math.round(scene.intervalMs),
});

function isReported(track: Track, lastPictureAt: Instant | undefined): boolean {
  if (track.samples.length === 0) return false;
  const inView = track.ending === 'open' && track.lastAt === lastPictureAt;
  const confirmed = isConfirmed(track) || (inView && isPromising(track));
  return confirmed && !isFlight(track);
}

/** At the end of a chunk there is no time to wait for more: the next chunk goes on with it. */
const isPromising = (track: Track): boolean =>
  track.sightings >= 2 || Object.values(track.votes).some((score) => score >= strongScore);

/** A bottle in a hand on its way to or from its place: the stay at the place is the observation. */
function isFlight(track: Track): boolean {
  if (track.settled || !isThing(track)) return false;
  return track.lastAt - track.firstAt < shortestFlight;
}

function sightedObject(
  track: Track,
  id: string,
  verdict: KindVerdict,
  geometry: Geometry,
): SightedObject {
  const spans = track.samples.map(({ at }) => ({ start: at, end: at + geometry.intervalMs }));
  return {
    id,
    kind: verdict.kind,
    samples: track.samples,
    spans: mergeRanges(spans, bridgedHole),
    beginning: track.beginning,
    ending: track.ending,
    inForeground: track.foregroundSightings > 0,
    confidence: confidenceOf(track),
    moved: track.moved,
    zones: track.zones,
  };
}

/** That there was an object: grows with sightings, and with both kinds of evidence. */
function confidenceOf(track: Track): number {
  const seen = Math.min(1, track.sightings / 8);
  const named = Math.min(1, Math.max(0, ...Object.values(track.votes)) / 2);
  const moving = track.foregroundSightings > 0 ? 0.2 : 0;
  return Math.round(Math.min(0.98, 0.3 + 0.2 * seen + 0.35 * named + moving) * 1000) / 1000;
}

function observation(
  track: Track,
  object: SightedObject,
  verdict: KindVerdict,
  { states }: ObjectStates,
  chunk: ChunkKey,
  procedure: string,
): Observation {
  const { streamId, epoch, seq } = chunk;
  const range: TimeRange = { start: object.spans[0]!.start, end: object.spans.at(-1)!.end };
  return {
    id: object.id,
    chunk: { streamId, epoch, seq },
    kind: verdict.kind,
    kindConfidence: Math.round(verdict.confidence * 1000) / 1000,
    kindAssumed: verdict.assumed,
    kindVotes: sortVotes(track.newVotes),
    range,
    spans: object.spans,
    path: pathOf(track.samples),
    attributes: coloursOf(track.looks, verdict.kind === 'person' ? bodyParts : ['whole']),
    ...appearanceOf(track.looks),
    identifiers: [],
    states,
    confidence: object.confidence,
    procedure,
  };
}

function pathOf(samples: readonly Sample[]): PathPoint[] {
  const path: PathPoint[] = [];
  samples.forEach((sample, i) => {
    const due = sample.at - (path.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= pathInterval;
    if (due || i === samples.length - 1) path.push({ at: sample.at, box: rounded(sample.box) });
  });
  return path;
}

const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;

const rounded = ({ x, y, width, height }: Sample['box']): Sample['box'] => ({
  x: round4(x),
  y: round4(y),
  width: round4(width),
  height: round4(height),
});

function coloursOf(looks: Looks, parts: readonly Attribute['part'][]): Attribute[] {
  return parts.flatMap((part) => {
    const shares = Object.entries(joinTints(looks.colours[part] ?? {}));
    const total = shares.reduce((sum, [, share]) => sum + share, 0);
    return shares
      .map(([value, share]) => ({
        name: 'colour' as const,
        part,
        value,
        confidence: Math.round((share / total) * 100) / 100,
      }))
      .filter((attribute) => attribute.confidence >= colourShare)
      .sort((a, b) => b.confidence - a.confidence || a.value.localeCompare(b.value))
      .slice(0, mostColours);
  });
}

/** The highlights of red paint are pink, and the folds of pink cloth are red: the larger is meant. */
function joinTints(shares: Readonly<Record<string, number>>): Record<string, number> {
  const { red = 0, pink = 0, ...others } = shares;
  return { ...others, [red >= pink ? 'red' : 'pink']: red + pink };
}

const appearanceOf = (looks: Looks): { appearance?: number[] } =>
  looks.pictures > 0 ? { appearance: toUnit(looks.appearance).map(round4) } : {};
