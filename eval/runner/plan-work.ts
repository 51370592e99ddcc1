/** How far a run is: what there is to open and to ask, as one line of progress. */
import type { Item } from '../domain/item.ts';
import type { Answerer } from './answerer.ts';

export interface WorkOptions {
  readonly answerer: Pick<Answerer, 'effortOf'>;
  readonly progress: { update(done: number, total: number, note?: string): void };
}

/** Progress over videos and items; opening all videos counts as fifty times asking all items. */
export async function planWork(
  groups: readonly (readonly Item[])[],
  { answerer, progress }: WorkOptions,
) {
  const efforts = await Promise.all(groups.map(([item]) => answerer.effortOf(item!.video)));
  const items = groups.reduce((sum, group) => sum + group.length, 0);
  const opening = efforts.reduce((sum, effort) => sum + effort, 0);
  const perItem = Math.max(opening / 50 / Math.max(items, 1), 1);
  const total = opening + perItem * items;
  let done = 0;
  let group = 0;
  return {
    opening: (video: string, share: number) =>
      progress.update(done + efforts[group]! * share, total, video),
    opened: (video: string) => {
      done += efforts[group]!;
      group += 1;
      progress.update(done, total, video);
    },
    answered: (video: string) => {
      done += perItem;
      progress.update(done, total, video);
    },
  };
}
