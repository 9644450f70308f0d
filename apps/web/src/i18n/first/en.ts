import { category } from '../en/category.ts'
import { global } from '../en/global.ts'
import { home } from '../en/home.ts'
import { item } from '../en/item.ts'
import { kit, time } from '../en/kit.ts'
import { shell } from '../en/shell.ts'
import { notFound, state } from '../en/state.ts'

/** What shell and home say; everything else comes with the page that says it. */
export const first = { category, global, home, item, kit, shell, state, time, '404': notFound }
