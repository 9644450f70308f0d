import type { Group } from './command.ts'
import { acts } from './groups/acts.ts'
import { categories } from './groups/categories.ts'

/** In the order in which the help names them. */
export const GROUPS: Readonly<Record<string, Group>> = { categories, acts }
