import { category } from '../en/category.ts'
import { home } from '../en/home.ts'
import { item } from '../en/item.ts'
import { kit, time } from '../en/kit.ts'
import { shell } from '../en/shell.ts'
import { state } from '../en/state.ts'

/** What shell and home say; everything else comes with the page that says it. */
export const first = { category, home, item, kit, shell, state, time }
