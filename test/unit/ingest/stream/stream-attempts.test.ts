/** When capture children are started, with scripted ones and a clock that stands still. */
import { expect, it } from 'vitest';
import { defaultIngestOptions } from '../../../../ingest/ingest-options.ts';
import { type ScriptedChild, settled, startManager } from '../../../support/scripted-captures.ts';

const idsOf = (children: readonly ScriptedChild[]) => children.map(({ streamId }) => streamId);

it('children start in turn, and none waits until the source of another answers', async () => {
  const { manager, children, watch } = startManager({ turns: 2 });
  for (const id of ['a', 'b', 'c', 'd']) await watch(id);
  await settled();
  expect(idsOf(children)).toEqual(['a', 'b']);
  children[0]!.say({ type: 'started' });
  await settled();
  expect(idsOf(children)).toEqual(['a', 'b', 'c']);
  children[1]!.fail();
  await settled();
  expect(idsOf(children)).toEqual(['a', 'b', 'c', 'd']);
  await manager.close();
});

it('a child that is told to stop while it starts is not waited for', async () => {
  const { manager, children, watch } = startManager();
  await watch('a');
  await watch('b');
  await settled();
  // The clock stands still: no deadline ends the child.
  await manager.remove('a');
  await settled();
  expect(idsOf(children)).toEqual(['a', 'b']);
  await manager.remove('b');
});

it('a stream that waits for its turn stops at once', async () => {
  const { manager, children, watch } = startManager();
  await watch('a');
  await watch('b');
  await settled();
  await manager.remove('b');
  expect(idsOf(children)).toEqual(['a']);
  await manager.close();
});

it('the time of waiting for a turn is not counted against the child', async () => {
  const { manager, children, watch, pass } = startManager();
  await watch('a');
  await watch('b');
  await pass(defaultIngestOptions.startTimeoutMs - 1_000);
  children[0]!.say({ type: 'started' });
  await pass(defaultIngestOptions.openTimeoutMs - 1_000);
  expect(manager.statuses().map(({ reason }) => reason)).toEqual([undefined, undefined]);
  await manager.close();
});

it('a camera that was live a moment ago starts before those that never answered', async () => {
  const { manager, children, watch, pass } = startManager();
  await watch('dead');
  await settled();
  children[0]!.fail();
  await watch('seen');
  await settled();
  const seen = children[1]!;
  seen.say({ type: 'started' });
  seen.say({ type: 'epoch-needed', firstFrameAt: 0, frameIntervalMs: 40 });
  seen.say({
    ...{ type: 'alive', pictures: 10, videoPackets: 10, decodedUntil: 10_000 },
    statistics: { packets: 10, framesDecoded: 10, decodeErrors: 0 },
  });
  await watch('slow');
  await settled();
  seen.fail();
  // Both pauses pass while the child of another starts.
  await pass(4_000);
  expect(idsOf(children)).toEqual(['dead', 'seen', 'slow']);
  children[2]!.say({ type: 'started' });
  await settled();
  expect(idsOf(children).at(3)).toBe('seen');
  await manager.close();
});

it('a source that showed nothing is asked before it is tried again', async () => {
  let isThere = false;
  const { manager, children, watch, pass } = startManager({ answers: () => isThere });
  await watch('cam');
  await settled();
  children[0]!.fail();
  await pass(40_000);
  expect(children).toHaveLength(1);
  isThere = true;
  await pass(defaultIngestOptions.probeEveryMs);
  expect(children).toHaveLength(2);
  await manager.close();
});

it('a source that never answers is tried once a minute all the same', async () => {
  const { manager, children, watch, pass } = startManager({ answers: () => false });
  await watch('cam');
  await settled();
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(children).toHaveLength(tries);
    children.at(-1)!.fail();
    await pass(60_000);
  }
  await manager.close();
});

it('a source that comes back after a long absence and is not ready yet is soon tried again', async () => {
  let isThere = false;
  const { manager, children, watch, pass } = startManager({ answers: () => isThere });
  await watch('cam');
  await settled();
  for (let failures = 1; failures <= 10; failures += 1) {
    children.at(-1)!.fail();
    await pass(defaultIngestOptions.maxUnansweredMs);
  }
  const before = children.length;
  children.at(-1)!.fail();
  await pass(10_000);
  isThere = true;
  await pass(defaultIngestOptions.probeEveryMs);
  expect(children).toHaveLength(before + 1);
  children.at(-1)!.fail();
  await pass(2_000);
  expect(children).toHaveLength(before + 2);
  await manager.close();
});
