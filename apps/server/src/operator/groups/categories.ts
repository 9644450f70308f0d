import { addCategory, listCategories, moveCategory, removeCategory, renameCategory } from '../../modules/categories/service.ts'
import { command, commandGroup, type Row } from '../command.ts'
import { id, needed, optional, toggle, whole, words } from '../options.ts'

const title = words(60)
const which = needed(id, 'its id, as `categories list` shows it')

export const categories = commandGroup('The tree that items are sorted into, in every language.', {
  list: command({
    about: 'Shows the tree.',
    options: {},
    why: 'never',
    run: async ({ context }) => rowsOf(await listCategories(context.db)),
  }),
  add: command({
    about: 'Adds a category, behind the others of its place.',
    options: {
      name: needed(words(40), 'its short name, small letters, digits and dashes'),
      en: needed(title, 'what English readers see'),
      zh: needed(title, 'what Chinese readers see'),
      under: optional(id, 'the category it belongs to; without it a first level of its own'),
    },
    why: 'needed',
    run: async ({ context, operator }, category) => {
      const added = await addCategory(context, operator, category)
      return `Category ${added} is there: ${category.en}, ${category.zh}.`
    },
  }),
  rename: command({
    about: 'Gives a category other words; its id and its items stay.',
    options: { category: which, en: optional(title, 'what English readers see'), zh: optional(title, 'what Chinese readers see') },
    why: 'needed',
    run: async ({ context, operator }, { category, ...titles }) => {
      await renameCategory(context, operator, category, titles)
      return `Category ${category} is renamed.`
    },
  }),
  move: command({
    about: 'Hangs a category under another, or changes its place among its like.',
    options: {
      category: which,
      under: optional(id, 'the category it belongs to from now on'),
      top: toggle('to the first level instead'),
      place: optional(whole(1, 10_000), 'its place among its like, from 1; the last without it'),
    },
    why: 'needed',
    run: async ({ context, operator }, { category, ...where }) => {
      await moveCategory(context, operator, category, where)
      return `Category ${category} is moved.`
    },
  }),
  remove: command({
    about: 'Removes a category that has no items and no categories under it.',
    options: { category: which },
    why: 'needed',
    run: async ({ context, operator }, { category }) => {
      await removeCategory(context, operator, category)
      return `Category ${category} is removed.`
    },
  }),
})

type Tree = Awaited<ReturnType<typeof listCategories>>

function rowsOf(tree: Tree, depth = 0): Row[] {
  return tree.flatMap(({ id: key, name, title: words, children }) => [
    { id: key, name: `${'  '.repeat(depth)}${name}`, en: words?.en ?? '', zh: words?.zh ?? '' },
    ...rowsOf(children, depth + 1),
  ])
}
