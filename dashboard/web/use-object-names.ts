/** Names for the objects of evidence: what they are, not their ids. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Evidence } from '../../query/domain/answer.ts';
import type { TrajectoryHistory } from '../views.ts';
import { get } from './api.ts';
import { sayObject } from './say.ts';

/** More objects than this are not named: nobody reads so many labels. */
const mostNamed = 60;

/** The name is empty until it is known. */
export function useObjectNames(evidence: readonly Evidence[]): (trajectoryId: string) => string {
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const ids = [...new Set(evidence.flatMap(({ trajectoryIds }) => trajectoryIds))];
  const key = ids.slice(0, mostNamed).join('\n');
  useEffect(() => {
    let isCurrent = true;
    if (key === '') return;
    const parameters = {
      id: key.split('\n'),
      start: Math.min(...evidence.map(({ range }) => range.start)) - 1_000,
      end: Math.max(...evidence.map(({ range }) => range.end)) + 1_000,
    };
    // Without names the boxes are still right, so a failure here is not worth a message.
    get<TrajectoryHistory[]>('/api/trajectories', parameters).then(
      (found) =>
        isCurrent && setNames(Object.fromEntries(found.map((one) => [one.id, sayObject(one)]))),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return useCallback((id: string) => names[id] ?? '', [names]);
}
