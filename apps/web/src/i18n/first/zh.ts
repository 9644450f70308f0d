import type { Mirror } from '../mirror.ts'
import { category } from '../zh/category.ts'
import { home } from '../zh/home.ts'
import { item } from '../zh/item.ts'
import { kit, time } from '../zh/kit.ts'
import { shell } from '../zh/shell.ts'
import { state } from '../zh/state.ts'
import type { first as en } from './en.ts'

/** What shell and home say; everything else comes with the page that says it. */
export const first = { category, home, item, kit, shell, state, time } satisfies Mirror<typeof en>
