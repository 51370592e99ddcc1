/** Ingest as its operator uses it: test cameras are on this machine, as are test clips. */
import type { Ingest } from '../../ingest/create-ingest.ts';

export const namedByOperator = (ingest: Ingest): Ingest =>
  new Proxy(ingest, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (name === 'add') {
        const add: Ingest['add'] = (stream, origin = 'operator') => target.add(stream, origin);
        return add;
      }
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
