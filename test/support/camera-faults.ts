/**
 * What can be wrong with the RTSP camera of `rtsp-server.ts`. Every switch is off by default; they
 * can be set from the beginning (`startRtspServer({ faults })`), at any moment (`camera.inject()`,
 * undone by `camera.heal()`), or for each player some time after its PLAY (`script`):
 *
 *     startRtspServer({ clip, framesPerSecond: 25, faults: { silentOn: ['DESCRIBE'] } });
 *     startRtspServer({ clip, framesPerSecond: 25, faults: { firstTimestamp: 4_294_800_000 } });
 *     // Stalls after 2 s, and sends all that it held back after 5 s.
 *     startRtspServer({ ..., script: [
 *       { afterMs: 2_000, faults: { sends: 'held' } },
 *       { afterMs: 5_000, faults: { sends: 'all' } },
 *     ] });
 *     camera.inject({ timestampOffsetMs: -20_000 }); // from the next picture on
 */

export type RtspMethod =
  | 'OPTIONS'
  | 'DESCRIBE'
  | 'SETUP'
  | 'PLAY'
  | 'GET_PARAMETER'
  | 'SET_PARAMETER'
  | 'TEARDOWN';

export interface Credentials {
  readonly scheme: 'basic' | 'digest';
  readonly user: string;
  readonly password: string;
}

export interface CameraFaults {
  /** Requests that are read and never answered. */
  readonly silentOn?: readonly RtspMethod[];
  /** Requests that are answered with this status and nothing else. */
  readonly statusOf?: Readonly<Partial<Record<RtspMethod, number>>>;
  /** Everything but OPTIONS is answered with 401 until these are given. */
  readonly credentials?: Credentials;
  /** DESCRIBE is answered with 302 to this URL. */
  readonly redirectTo?: string;
  /** Verbatim instead of the right one; '' leaves the header out. */
  readonly contentBase?: string;
  /** Verbatim in the SDP instead of the video track's right control attribute. */
  readonly trackControl?: string;
  /** No SPS and PPS in the SDP; they come in the stream. */
  readonly hidesParameterSets?: boolean;
  /** What the SDP announces; the default is video alone. */
  readonly tracks?: 'video' | 'audio' | 'both';
  /** Tracks that are announced and set up, and never sent. */
  readonly silentTracks?: readonly ('video' | 'audio')[];
  /** What SETUP accepts; anything else is answered with 461. */
  readonly transports?: readonly ('tcp' | 'udp')[];
  /** More players than that are refused with 453. */
  readonly maxPlayers?: number;
  /** Told to the player, and enforced: a player without a request for so long is cut off. */
  readonly keepAliveMs?: number;

  /**
   * `held`: nothing is sent, and all of it at once afterwards. `nothing`, `audio`: the camera goes
   * on, but its packets, or those of the video, are not sent. `unknown-type`: packets of a payload
   * type that the SDP does not name.
   */
  readonly sends?: 'all' | 'held' | 'nothing' | 'audio' | 'unknown-type';
  /** The connection is closed (FIN), or reset. */
  readonly closes?: 'fin' | 'rst';
  /** Every so many-th video packet is left out; its sequence number too. */
  readonly lossEvery?: number;
  /** Every so many-th video packet comes after the one that follows it. */
  readonly reorderEvery?: number;
  /** One key picture again and again, while time goes on. */
  readonly isFrozen?: boolean;
  /** RTP timestamp of the clip's first picture, of 32 bits at 90 kHz. */
  readonly firstTimestamp?: number;
  /** Added to every timestamp from now on. */
  readonly timestampOffsetMs?: number;
  /** Players get the pictures of so long ago first, from a key picture on and all at once. */
  readonly keptMs?: number;
  /** Players begin at the key picture that is next, and have it at once, or with whatever is sent next. */
  readonly joinsAt?: 'key' | 'now';
  /** How fast pictures are sent, while their timestamps tell the clip's own rate. */
  readonly sentFramesPerSecond?: number;
  /** Said in the SDP. */
  readonly declaredFramesPerSecond?: number;
}

/** Faults that begin some time after a player's PLAY; later steps override earlier ones. */
export interface FaultStep {
  readonly afterMs: number;
  readonly faults: CameraFaults;
}

/** What is wrong so long after PLAY. */
export const faultsAfter = (
  elapsedMs: number,
  always: CameraFaults,
  script: readonly FaultStep[],
): CameraFaults =>
  Object.assign(
    {},
    always,
    ...script.filter(({ afterMs }) => elapsedMs >= afterMs).map(({ faults }) => faults),
  );
