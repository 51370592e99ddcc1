import { describe, expect, it } from 'vitest';
import { parseDevice } from '../../../../ingest/domain/device.ts';

describe('a capture device', () => {
  it('is a device file, with wishes about its picture', () => {
    expect(parseDevice('v4l2:/dev/video0')).toEqual({ path: '/dev/video0' });
    expect(parseDevice('v4l2:/dev/video12?size=1280x720&fps=29.97&format=mjpeg')).toEqual({
      path: '/dev/video12',
      size: '1280x720',
      framesPerSecond: '29.97',
      pixelFormat: 'mjpeg',
    });
    const byId = '/dev/v4l/by-id/usb-046d_HD_Pro-video-index0';
    expect(parseDevice(`v4l2:${byId}`).path).toBe(byId);
  });

  it.each([
    'v4l2:/dev/sda',
    'v4l2:/dev/video0/../sda',
    'v4l2:/dev/video',
    'v4l2://host/dev/video0',
    'v4l2:/dev/video0?size=big',
    'v4l2:/dev/video0?size=99999999x1',
    'v4l2:/dev/video0?fps=-1',
    'v4l2:/dev/video0?format=a,b',
    'v4l2:/dev/video0?loop=1',
    'file:/dev/video0',
  ])('%s is refused', (url) => {
    expect(() => parseDevice(url)).toThrow(/a capture device/);
  });
});
