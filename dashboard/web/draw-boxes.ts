/** Draws named boxes over a picture. */
import type { Box } from '../../kernel/geometry.ts';

export interface NamedBox {
  readonly box: Box;
  readonly name: string;
  /** Which colour of the set; the same object keeps its own. */
  readonly colour: number;
}

const colours = ['#2dd4bf', '#fbbf24', '#f472b6', '#60a5fa', '#a3e635', '#fb923c'];

/** The canvas lies over the picture and is exactly as large. */
export function drawBoxes(canvas: HTMLCanvasElement, boxes: readonly NamedBox[]): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.dataset.boxes = String(boxes.length);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(scale, scale);
  for (const one of boxes) drawBox(context, one, { width, height });
}

function drawBox(
  context: CanvasRenderingContext2D,
  { box, name, colour }: NamedBox,
  size: { width: number; height: number },
): void {
  const [x, y] = [box.x * size.width, box.y * size.height];
  const [width, height] = [box.width * size.width, box.height * size.height];
  context.lineJoin = 'round';
  context.strokeStyle = 'rgba(5, 10, 15, 0.65)';
  context.lineWidth = 4.5;
  context.strokeRect(x, y, width, height);
  context.strokeStyle = colours[colour % colours.length]!;
  context.lineWidth = 2;
  context.strokeRect(x, y, width, height);
  if (name !== '') drawName(context, name, { x, y }, size, context.strokeStyle as string);
}

function drawName(
  context: CanvasRenderingContext2D,
  name: string,
  corner: { x: number; y: number },
  size: { width: number; height: number },
  colour: string,
): void {
  context.font = '600 12px system-ui, sans-serif';
  const width = context.measureText(name).width + 12;
  const left = Math.min(Math.max(0, corner.x - 1), Math.max(0, size.width - width));
  const top = corner.y >= 20 ? corner.y - 20 : corner.y;
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(left, top, width, 19, 4);
  context.fill();
  context.fillStyle = '#06121a';
  context.textBaseline = 'middle';
  context.fillText(name, left + 6, top + 10);
}
