/** Tells the media time of each frame that is shown, as exactly as the browser can say it. */

/** Returns a function that stops it. */
export function followFrames(
  video: HTMLVideoElement,
  onFrame: (seconds: number) => void,
): () => void {
  return 'requestVideoFrameCallback' in video
    ? followVideoFrames(video, onFrame)
    : followScreenFrames(video, onFrame);
}

function followVideoFrames(video: HTMLVideoElement, onFrame: (seconds: number) => void) {
  let request = 0;
  const next = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
    onFrame(mediaTime);
    request = video.requestVideoFrameCallback(next);
  };
  request = video.requestVideoFrameCallback(next);
  return () => video.cancelVideoFrameCallback(request);
}

/** For browsers that do not tell frames: the position, at the rate of the screen. */
function followScreenFrames(video: HTMLVideoElement, onFrame: (seconds: number) => void) {
  let request = 0;
  let last = -1;
  const next = () => {
    if (video.currentTime !== last) onFrame(video.currentTime);
    last = video.currentTime;
    request = requestAnimationFrame(next);
  };
  request = requestAnimationFrame(next);
  return () => cancelAnimationFrame(request);
}
