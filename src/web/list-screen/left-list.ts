import { useMemo } from 'react';
import { createStore } from '../create-store.ts';
import type { ListPlace, PlaceKeeper } from '#ui/grid/use-list-place.ts';

/** The list that was left last. A return to it begins where the user was. */
const left = createStore<{ list: string; place: ListPlace } | undefined>(undefined);

/** Keeps the place of a list. `list`: its name, criteria and page. */
export function usePlaceKeeper(list: string): PlaceKeeper {
  return useMemo(
    () => ({
      load: () => (left.read()?.list === list ? left.read()?.place : undefined),
      save: (place) => left.set(place && { list, place }),
    }),
    [list],
  );
}
