import type { FacetName } from '@plinth/api'
import { GROUPS, type Group } from '../question.ts'

/** Numbers of the groups that a row may fail; each chosen attribute is one more. */
export const groupOf = (group: Group | FacetName): number => GROUPS.indexOf(group)
export const PRICES = groupOf('prices')
export const ATTRIBUTES = GROUPS.length
/** The fate of a row that fails none. */
export const PASSES = -1
/** Of a row that fails two, is not found, or is free: it counts nowhere. */
export const OUT = -2
