/** What reaches the log of what a capture child says. */
import { expect, it } from 'vitest';
import { ChildComplaints } from '../../../../ingest/stream/child-complaints.ts';

function listen() {
  const logged: string[] = [];
  return { complaints: new ChildComplaints((said) => void logged.push(said)), logged };
}

it('a line is logged as it comes, and only once', () => {
  const { complaints, logged } = listen();
  complaints.hear('sound is left out');
  expect(logged).toEqual(['sound is left out']);
  for (const line of ['', 'sound is left out', 'the disk is full']) complaints.hear(line);
  complaints.end('sound is left out\nsound is left out\nthe disk is full\n');
  expect(logged).toEqual(['sound is left out', 'the disk is full']);
});

it('of a child that says very much a handful is logged, and its last words at its end', () => {
  const { complaints, logged } = listen();
  for (let line = 0; line < 100; line += 1) complaints.hear(`line ${line}`);
  complaints.hear('line 0');
  expect(logged).toHaveLength(5);
  complaints.end('line 98\nline 99\n');
  expect(logged.slice(5)).toEqual(['line 98\nline 99']);
});
