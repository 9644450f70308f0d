import { type FacetName, type FacetValue, ITEM_STATUSES, MEDIA_KINDS } from '@plinth/api'
import { keyOf } from '../answer.ts'
import type { ItemColumns, Profile } from './columns.ts'
import type { Dictionary } from './dictionary.ts'

/** A row is not new, made in the last 7 days, or in the last 24 hours. */
export const AGES = 3

/** The place of a row's values: its profile, or a number in a column. */
type FacetValues =
  | { readonly ofProfile: (profile: Profile, age: number, columns: ItemColumns) => readonly string[] }
  | { readonly ofColumn: (columns: ItemColumns) => { readonly column: Uint32Array; readonly dictionary: Dictionary<unknown> } }

/** Bits of a row's age, beside `Profile.statuses`. */
const AGE_BITS = [0, 16, 24]

const movingOf = (media: string | undefined, frames: number | undefined): FacetValue<'moving'> => {
  if (media === 'video') return 'yes'
  if (media === 'audio') return 'no'
  return frames === undefined ? 'unknown' : frames > 1 ? 'yes' : 'no'
}

/** The values of a row in each facet, as keys of its counts. */
export const VALUES_OF: { readonly [N in FacetName]: FacetValues } = {
  statuses: {
    ofProfile: ({ statuses }, age) => ITEM_STATUSES.filter((_, bit) => ((statuses | (AGE_BITS[age] ?? 0)) & (1 << bit)) !== 0),
  },
  chains: { ofProfile: ({ chainId }) => [keyOf(chainId)] },
  categories: { ofProfile: ({ category }) => (category === 0 ? [] : [keyOf(category)]) },
  collections: { ofColumn: ({ collection: column, collections: dictionary }) => ({ column, dictionary }) },
  payTokens: { ofProfile: (profile, _, { tokens }) => profile.tokens.flatMap((token) => tokens.keys[token] ?? []) },
  media: { ofProfile: ({ media }) => [MEDIA_KINDS[media] ?? ''] },
  moving: { ofProfile: ({ media, frames }) => [movingOf(MEDIA_KINDS[media], frames)] },
  standards: { ofProfile: ({ standard }) => [keyOf(standard)] },
  creators: { ofColumn: ({ creator: column, creators: dictionary }) => ({ column, dictionary }) },
}
