import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlaylistGuard } from '../../../../../ingest/child/gate/playlist-guard.ts';

/** What comes out of a response in these pieces, or why it is refused. */
async function outcomeOf(...pieces: string[]) {
  let reason: string | undefined;
  const guard = new PlaylistGuard((why) => {
    reason = why;
  });
  const passed = text(guard).catch(() => undefined);
  for (const piece of pieces) guard.write(Buffer.from(piece, 'latin1'));
  guard.end();
  return { passed: await passed, reason };
}

const head = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n';
const entry = '#EXTINF:1,\na.ts\n';
const away = '#EXTINF:1,\nhttpproxy:10.0.0.1/a.ts\n';
const isTooLarge = /^source refused: a playlist has more than 4 MB or 500 variants/;
const leadsAway = 'source refused: a playlist leads out of HTTP, to httpproxy:';

/** The text in pieces, cut anywhere. */
const inPieces = (whole: string) =>
  fc.array(fc.nat(whole.length), { maxLength: 8 }).map((cuts) => {
    const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
    return at.slice(1).map((end, n) => whole.slice(at[n], end));
  });

describe('a playlist', () => {
  it('passes as it is, in whatever pieces it comes', async () => {
    const whole = head + entry;
    await fc.assert(
      fc.asyncProperty(inPieces(whole), async (pieces) => {
        expect(await outcomeOf(...pieces)).toEqual({ passed: whole, reason: undefined });
      }),
    );
  });

  it('that leads out of HTTP is refused, in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(inPieces(head + away), async (pieces) => {
        expect((await outcomeOf(...pieces)).reason).toBe(leadsAway);
      }),
    );
  });

  it('is known as one behind tags of any length', async () => {
    const tag = `ID3\u0003\u0000\u0000\u0000\u0004\u0000\u0000${'\0'.repeat(65_536)}`;
    expect((await outcomeOf(tag + head + away)).reason).toBe(leadsAway);
    expect((await outcomeOf(tag, head + away)).reason).toBe(leadsAway);
  });

  it('that is too large is refused before its end', async () => {
    const { reason } = await outcomeOf(head, ...Array(300).fill(entry.repeat(1_000)));
    expect(reason).toMatch(isTooLarge);
  });

  it('of too many variants is refused', async () => {
    const variants = '#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n';
    expect((await outcomeOf(head + variants.repeat(500))).reason).toBeUndefined();
    expect((await outcomeOf(head + variants.repeat(501))).reason).toMatch(isTooLarge);
  });
});

it('media of any length pass as they come', async () => {
  const media = 'httpproxy:\n'.repeat(1_000_000);
  expect(await outcomeOf(media)).toEqual({ passed: media, reason: undefined });
});
