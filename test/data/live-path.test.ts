/**
 * The whole path on a live camera: an RTSP sender plays the clip of six visitors at its own pace,
 * with a standing question, a webhook, and a power cut while the room is empty. What is told must
 * be what happened: each alert once, each with a clip, and the hole recorded.
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpQueryApi } from '../../dashboard/http/client.ts';
import { containsInstant, type TimeRange } from '../../kernel/time.ts';
import type { Answer } from '../../query/domain/answer.ts';
import type { Clip } from '../../query/domain/clip.ts';
import type { WebhookBody } from '../../query/notification/webhook-body.ts';
import { probeMedia, runFfmpeg } from '../support/media.ts';
import { dataFolder, startStrandline, strandlineJson } from '../support/program.ts';
import { startRtspServer } from '../support/rtsp-server.ts';
import { hasSharedData, sharedData } from '../support/shared-data.ts';
import { waitFor } from '../support/wait-for.ts';

/** From ground-truth/videos.json, seconds from the start of the clip. */
interface Visitor {
  readonly intervals: readonly (readonly [number, number])[];
}

const chunkMs = 15_000;
const holdForMs = 10_000;
/** The camera shows the empty room so long before the clip begins. */
const leadMs = 15_000;
/** A chunk ends here, right after the second visitor; the room stays empty until 50.2 s. */
const quietBoundaryMs = leadMs + 46_500;
const cameraLengthMs = leadMs + 139_400;
const toleranceMs = 1_500;

/** When the visitors were there, in milliseconds from the beginning of the camera. */
async function visits(): Promise<{ came: number; left: number }[]> {
  const text = await readFile(sharedData('ground-truth/videos.json'), 'utf8');
  const videos = JSON.parse(text) as { one_by_one: { entities: Visitor[] } };
  return videos.one_by_one.entities.map(({ intervals: [[came, left] = [0, 0]] }) => ({
    came: leadMs + came * 1000,
    left: leadMs + left * 1000,
  }));
}

async function cameraClip(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'strandline-camera-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clip = join(folder, 'camera.mp4');
  const source = sharedData('clips/surveillance/intel_one-by-one-person.mp4');
  const lead = ['-vf', `tpad=start_mode=clone:start_duration=${leadMs / 1000}`];
  const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-bf', '0', '-g', '10'];
  await runFfmpeg(['-i', source, '-an', ...lead, ...encoder, clip]);
  return clip;
}

/** Begins soon, and so that a chunk ends at the quiet boundary. */
async function startCamera(clip: string) {
  const grid = (at: number) => Math.ceil((at + quietBoundaryMs) / chunkMs) * chunkMs;
  const beginsAt = grid(Date.now() + 1_000) - quietBoundaryMs;
  const camera = await startRtspServer({ clip, framesPerSecond: 10, beginsAt });
  onTestFinished(() => camera.close());
  await waitFor(() => camera.position >= 0, { timeoutMs: 2 * chunkMs });
  return { camera, beganAt: beginsAt };
}

interface Received {
  readonly transition: string;
  readonly alertId: string;
}

async function receiver(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server: Server = createServer((request, reply) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      const { alerts } = JSON.parse(body) as WebhookBody;
      const { transition, fingerprint: alertId } = alerts[0]!;
      received.push({ transition, alertId });
      reply.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

describe.skipIf(!hasSharedData)('a live camera with a standing question', () => {
  it('tells each visit of ten seconds once, across a power cut, and answers while it runs', async () => {
    const truth = await visits();
    const hook = await receiver();
    const dataDir = await dataFolder();
    const { camera, beganAt } = await startCamera(await cameraClip());
    const yaml = `streams: [{ id: table, url: '${camera.url}', preset: indoor }]\n`;
    await writeFile(join(dataDir, 'strandline.yaml'), yaml);
    const config = ['--config', join(dataDir, 'strandline.yaml')];

    const first = await startStrandline(dataDir, config);
    await strandlineJson([
      ...['watch', 'Is a person in the picture?', '--for', String(holdForMs / 1000)],
      ...['--webhook', hook.url, '--data', dataDir],
    ]);
    const boundary = beganAt + quietBoundaryMs;
    await waitFor(async () => (await asOf(first.url)) >= boundary, { timeoutMs: 120_000 });
    await first.kill();
    const second = await startStrandline(dataDir, config);
    const query = httpQueryApi(second.url);

    const early = await strandlineJson<Answer>([
      ...['ask', 'When did the second person leave?', '--data', dataDir],
    ]);
    expect(early.evidence[0]?.clipId, early.text).toBeTruthy();
    const left = early.value?.type === 'instant' ? early.value.at - beganAt : Number.NaN;
    expect(Math.abs(left - truth[1]!.left)).toBeLessThanOrEqual(2_000);

    await waitFor(() => camera.position >= cameraLengthMs, { timeoutMs: 180_000 });
    const fired = async () => {
      const alerts = await query.alerts({ limit: 100 });
      return alerts
        .filter((alert) => alert.firedAt !== null)
        .sort((a, b) => a.startsAt - b.startsAt);
    };
    await waitFor(async () => (await fired()).length >= truth.length, { timeoutMs: 60_000 });
    const alerts = await fired();

    const [coverage] = await query.coverage(['table'], {
      start: beganAt + quietBoundaryMs - chunkMs,
      end: beganAt + quietBoundaryMs + 2 * chunkMs,
    });
    expect(coverage!.gaps.map(({ reason }) => reason)).toEqual(['process-down']);
    const hole = coverage!.gaps[0]!;

    expect(alerts).toHaveLength(truth.length);
    for (const [n, alert] of alerts.entries()) {
      const came = beganAt + truth[n]!.came;
      const seen = containsInstant(hole, came) ? hole.end : came;
      expect(Math.abs(alert.startsAt - seen), `visit ${n + 1}`).toBeLessThanOrEqual(toleranceMs);
      expect(alert.firedAt! - alert.startsAt).toBe(holdForMs);
    }

    const told = () => new Set(hook.received.filter(isFiring).map(({ alertId }) => alertId));
    await waitFor(() => told().size >= truth.length);
    expect([...told()].sort()).toEqual(alerts.map(({ id }) => id).sort());
    expect(hook.received.filter(isFiring)).toHaveLength(truth.length);

    for (const { evidence } of alerts) {
      const file = join(dataDir, 'alert.mp4');
      const clip = await strandlineJson<Clip>([
        ...['clip', evidence!.clipId!, '-o', file, '--data', dataDir],
      ]);
      expect(clip.mediaRange.start).toBeLessThanOrEqual(evidence!.range.start);
      const media = await probeMedia(file);
      expect(media.firstIsKey).toBe(true);
      expect(media.frames).toBeGreaterThan(0);
    }

    const visit = await query.ask({ text: 'How long did the second person stay?' });
    const stayed = visit.value?.type === 'duration' ? visit.value.ms : Number.NaN;
    expect(Math.abs(stayed - 22_400)).toBeLessThanOrEqual(2_240);
    const before = await query.ask({ text: 'Was anyone there', ...momentsOf(hole) });
    expect(before.verdict).toBe('unknown');
    expect(await second.stop()).toBe(0);
  });
});

async function asOf(url: string): Promise<number> {
  const streams = await httpQueryApi(url).streams();
  return streams[0]?.asOf ?? 0;
}

const momentsOf = ({ start, end }: TimeRange) => ({ from: start, to: end });

const isFiring = ({ transition }: Received): boolean => transition === 'firing';
