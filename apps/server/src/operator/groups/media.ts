import type { Texts } from '@plinth/api'
import { bytesOf, GRACE_DAYS, listUnused, removeUnused, type UnusedContent } from '../../modules/uploads/service.ts'
import { command, commandGroup } from '../command.ts'
import { optional, whole } from '../options.ts'

const days = optional(whole(1, 3_650), `how long they have been unused, at least; ${GRACE_DAYS} without it`)

export const media = commandGroup('Files that were uploaded.', {
  unused: command({
    about: 'Shows how many nothing refers to: no item, collection, profile, banner, box, text or metadata.',
    options: { days },
    why: 'never',
    run: async ({ context }, { days: asked = GRACE_DAYS }) => tally(await listUnused(context, asked)),
  }),
  remove: command({
    about: 'Removes these from the storage for good, and from the lists of who uploaded them.',
    options: { days },
    why: 'needed',
    run: async ({ context, operator }, { days: asked = GRACE_DAYS }) => {
      const removed = await removeUnused(context, operator, asked)
      const [count, size] = [removed.length, megabytes(bytesOf(removed))]
      return {
        en: count === 0 ? 'Nothing is unused: everything stayed.' : `${count} files to which nothing referred are gone: ${size} MB.`,
        zh: count === 0 ? '没有未被引用的文件，未作任何更改。' : `已删除 ${count} 个未被引用的文件，共 ${size} MB。`,
      }
    },
  }),
})

const KINDS = {
  image: { en: 'pictures', zh: '图片' },
  audio: { en: 'sounds', zh: '音频' },
  video: { en: 'films', zh: '视频' },
  json: { en: 'texts', zh: '文本' },
} as const satisfies Record<UnusedContent['kind'], Texts>

/** A row for each kind, and one for all. */
function tally(unused: readonly UnusedContent[]) {
  const row = (type: Texts, contents: readonly UnusedContent[]) => ({
    type,
    files: contents.length,
    bytes: bytesOf(contents),
    oldest: contents.length === 0 ? null : new Date(Math.min(...contents.map(({ since }) => since)) * 1_000).toISOString(),
  })
  const byKind = Map.groupBy(unused, ({ kind }) => KINDS[kind])
  return [...Object.values(KINDS).map((kind) => row(kind, byKind.get(kind) ?? [])), row({ en: 'all', zh: '合计' }, unused)]
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)
