import { copyFile, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AppError, errorText, inEach, type Language } from '@plinth/api'
import { type Address, toAddress } from '@plinth/protocol'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { SeriesDraft } from '../modules/boxes/service.ts'
import { OperatorRefused } from '../modules/operators/service.ts'
import { mediaUrl } from '../modules/uploads/service.ts'

const text = (longest: number, shortest = 1) => z.string().trim().min(shortest).max(longest)
const FORMS = {
  address: { en: 'must be 0x and 40 hex digits', zh: '须为 0x 加 40 位十六进制数字' },
  tokenId: { en: 'must be a whole number in quotes', zh: '须为整数（以字符串书写）' },
} as const
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, FORMS.address.en)
  .transform((value): Address => toAddress(value))
const tokenId = z
  .string()
  .regex(/^\d{1,78}$/, FORMS.tokenId.en)
  .transform(BigInt)
const time = z.iso.datetime({ offset: true }).transform((value) => Math.floor(Date.parse(value) / 1_000))
const amount = z.int().min(1).max(65_535)
const item = z.strictObject({ collection: address, tokenId })

/** A series in a file; its pictures and films are files beside it, or of this site. */
const SeriesFile = z.strictObject({
  chainId: z.int().positive(),
  name: text(80),
  description: text(2_000, 0).default(''),
  image: text(300),
  /** Shown while the draw is pending, and when it is done; the market has its own. */
  anim1: text(300).optional(),
  anim2: text(300).optional(),
  /** Whether a kind stays sealed until one of it is drawn. */
  sealed: z.boolean().default(false),
  price: z.string(),
  money: z
    .union([
      z.literal('coin'),
      z.strictObject({ token: address }),
      z.strictObject({ ticket: z.strictObject({ ...item.shape, symbol: text(20) }) }),
    ])
    .default('coin'),
  prizesPerBox: z.int().min(1).max(100),
  repeats: z.boolean(),
  starts: time,
  ends: time,
  prizes: z
    .array(
      z.union([
        z.strictObject({ name: text(80), description: text(2_000, 0).default(''), image: text(300), amount }),
        z.strictObject({ ...item.shape, amount }),
      ]),
    )
    .min(1)
    .max(100),
})

type Source = { readonly file?: string | undefined; readonly series?: string | undefined }

/**
 * Reads a file of this machine, or what the console's form wrote: any account with the role can send that, so its pictures
 * must be on the site already, and no file is read for it.
 * @throws OperatorRefused with what is wrong and where
 */
export async function readSeries(context: Context, { file, series }: Source): Promise<SeriesDraft> {
  if (series !== undefined && file === undefined) return draftOf(parse(series, oneWrong), async (stored) => stored)
  if (series !== undefined || file === undefined)
    throw new OperatorRefused('Say either --file FILE or --series JSON.', { zh: '请填写系列内容。', field: 'series' })
  return draftOf(parse(await readText(file), allWrong(file)), (beside) => takeFile(context, dirname(resolve(file)), beside))
}

type Described = z.output<typeof SeriesFile>

async function draftOf(described: Described, take: (file: string) => Promise<string>): Promise<SeriesDraft> {
  const { sealed, prizesPerBox, repeats, starts, ends, image, anim1, anim2, prizes, ...rest } = described
  return {
    ...rest,
    isSealed: sealed,
    opening: prizesPerBox,
    repeat: repeats,
    startTime: starts,
    endTime: ends,
    image: await take(image),
    anim1: anim1 === undefined ? '' : await take(anim1),
    anim2: anim2 === undefined ? '' : await take(anim2),
    prizes: await Promise.all(prizes.map(async (prize) => ('image' in prize ? { ...prize, image: await take(prize.image) } : prize))),
  }
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new OperatorRefused(`--file names ${path}, which can't be read.`)
  })
}

type Problem = { readonly at: string; readonly said: string }
type Problems = Readonly<Record<Language, readonly Problem[]>>
type Refuse = (problems: Problems) => OperatorRefused

/** An editor of a file reads all errors at once. */
const allWrong =
  (path: string): Refuse =>
  ({ en }) =>
    new OperatorRefused(`${path} does not describe a box.\n${en.map(({ at, said }) => `${at || 'the whole'}: ${said}`).join('\n')}`)

/** The form shows an error beside its field. */
const oneWrong: Refuse = ({ en: [first], zh: [inChinese] }) =>
  new OperatorRefused(first?.said ?? '', { zh: inChinese?.said ?? '', ...(first?.at ? { field: first.at } : {}) })

function parse(json: string, refuse: Refuse): Described {
  let raw: unknown
  try {
    raw = JSON.parse(json)
  } catch {
    throw refuse({ en: [{ at: '', said: 'This is no valid JSON.' }], zh: [{ at: '', said: '内容不是有效的 JSON。' }] })
  }
  const { data } = SeriesFile.safeParse(raw)
  if (data) return data
  throw refuse(inEach((language) => problemsOf(raw, language)))
}

type Issue = z.core.$ZodIssue

/** The schemas' library in each language; its own is English. */
const WORDINGS: Record<Language, { error?: z.core.$ZodErrorMap }> = { en: {}, zh: { error: z.locales.zhCN().localeError } }

function problemsOf(raw: unknown, language: Language): Problem[] {
  const words = WORDINGS[language]
  const { error } = SeriesFile.safeParse(raw, words)
  return (error?.issues ?? []).map(nearest).map(({ path, message }) => {
    const form = Object.values(FORMS).find(({ en }) => en === message)
    return { at: path.join('.'), said: form?.[language] ?? message }
  })
}

/** For a union, the problems of the closest alternative. */
function nearest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const closest = issue.errors.reduce((best, one) => (one.length > 0 && one.length <= best.length ? one : best))[0]
  return closest ? nearest({ ...closest, path: [...issue.path, ...closest.path] }) : issue
}

/** Stores a picture or a film under the address of its content. */
async function takeFile({ media, db }: Context, folder: string, file: string): Promise<string> {
  if (file.startsWith('/static/upload/')) return file
  const from = join(folder, file)
  const path = join(media.incoming, crypto.randomUUID())
  try {
    await copyFile(from, path)
  } catch {
    throw new OperatorRefused(`${from} can't be read.`)
  }
  try {
    return mediaUrl(await media.putFile(db, path))
  } catch (error) {
    await rm(path, { force: true })
    if (!(error instanceof AppError)) throw error
    const { en, zh } = inEach((language) => errorText(error.code, language))
    throw new OperatorRefused(`${from}: ${en}`, { zh: `${from}：${zh}`, field: 'file' })
  }
}
