/**
 * A constant-velocity Kalman filter of a box: centre and size, each its own axis with position and
 * velocity (Kalman 1960; the axes are taken as independent, as trackers of the SORT family do).
 */
import type { Box } from '../../kernel/geometry.ts';

/** One axis: position, velocity per second, and their covariance. */
export interface Axis {
  readonly position: number;
  readonly velocity: number;
  readonly pp: number;
  readonly pv: number;
  readonly vv: number;
}

export interface KalmanBox {
  readonly x: Axis;
  readonly y: Axis;
  readonly width: Axis;
  readonly height: Axis;
}

/** Standard deviations as shares of the box's size: of a measurement, and of acceleration per s2. */
const measurementNoise = 0.06;
const centreAcceleration = 2.5;
/** Sizes wander, they do not run away: half a body hidden for a moment is not a trend. */
const sizeDrift = 0.25;
const sizeNoise = 0.12;
const initialSpeed = 1.5;

export function startKalman(box: Box): KalmanBox {
  const size = sizeOf(box);
  const axis = (position: number): Axis => ({
    position,
    velocity: 0,
    pp: (measurementNoise * size) ** 2,
    pv: 0,
    vv: (initialSpeed * size) ** 2,
  });
  return {
    x: axis(box.x + box.width / 2),
    y: axis(box.y + box.height / 2),
    width: axis(box.width),
    height: axis(box.height),
  };
}

export function predictKalman(state: KalmanBox, seconds: number): KalmanBox {
  const size = sizeOf(boxOfKalman(state));
  return {
    x: predictAxis(state.x, seconds, centreAcceleration * size),
    y: predictAxis(state.y, seconds, centreAcceleration * size),
    width: driftAxis(state.width, seconds, sizeDrift * size),
    height: driftAxis(state.height, seconds, sizeDrift * size),
  };
}

export function correctKalman(state: KalmanBox, box: Box): KalmanBox {
  const variance = (measurementNoise * sizeOf(box)) ** 2;
  const sizeVariance = (sizeNoise * sizeOf(box)) ** 2;
  return {
    x: correctAxis(state.x, box.x + box.width / 2, variance),
    y: correctAxis(state.y, box.y + box.height / 2, variance),
    width: correctAxis(state.width, box.width, sizeVariance),
    height: correctAxis(state.height, box.height, sizeVariance),
  };
}

/**
 * How far the centre of the box is from where it was expected, in standard deviations of prediction
 * and measurement together: the squared Mahalanobis distance.
 */
export function surprise(state: KalmanBox, box: Box): number {
  const variance = (measurementNoise * sizeOf(box)) ** 2;
  const x = box.x + box.width / 2 - state.x.position;
  const y = box.y + box.height / 2 - state.y.position;
  return x ** 2 / (state.x.pp + variance) + y ** 2 / (state.y.pp + variance);
}

export function boxOfKalman(state: KalmanBox): Box {
  const width = Math.max(0.005, state.width.position);
  const height = Math.max(0.005, state.height.position);
  return { x: state.x.position - width / 2, y: state.y.position - height / 2, width, height };
}

const sizeOf = (box: Box): number => Math.sqrt(box.width * box.height);

function predictAxis(axis: Axis, seconds: number, acceleration: number): Axis {
  const q = acceleration ** 2;
  return {
    position: axis.position + axis.velocity * seconds,
    velocity: axis.velocity,
    pp: axis.pp + 2 * seconds * axis.pv + seconds ** 2 * axis.vv + (q * seconds ** 4) / 4,
    pv: axis.pv + seconds * axis.vv + (q * seconds ** 3) / 2,
    vv: axis.vv + q * seconds ** 2,
  };
}

/** A random walk: no velocity. */
const driftAxis = (axis: Axis, seconds: number, drift: number): Axis => ({
  ...axis,
  velocity: 0,
  pp: axis.pp + drift ** 2 * seconds,
  pv: 0,
  vv: 0,
});

function correctAxis(axis: Axis, measured: number, variance: number): Axis {
  const gain = axis.pp / (axis.pp + variance);
  const velocityGain = axis.pv / (axis.pp + variance);
  const error = measured - axis.position;
  return {
    position: axis.position + gain * error,
    velocity: axis.velocity + velocityGain * error,
    pp: (1 - gain) * axis.pp,
    pv: (1 - gain) * axis.pv,
    vv: axis.vv - velocityGain * axis.pv,
  };
}
