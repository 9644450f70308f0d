import { copyFile, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AppError, errorText } from '@plinth/api'
import { type Address, toAddress } from '@plinth/protocol'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { SeriesDraft } from '../modules/boxes/service-draft.ts'
import { OperatorRefused } from '../modules/operators/service.ts'
import { mediaUrl } from '../modules/storage/service.ts'

const text = (longest: number, shortest = 1) => z.string().trim().min(shortest).max(longest)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
  .transform((value): Address => toAddress(value))
const tokenId = z
  .string()
  .regex(/^\d{1,78}$/, 'must be a whole number in quotes')
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
  /** Shown while the draw is awaited, and once it is there; the market has its own. */
  anim1: text(300).optional(),
  anim2: text(300).optional(),
  /** Whether a kind stays a secret until one of it is drawn. */
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

/** @throws OperatorRefused with what is wrong and where */
export async function readSeriesFile(context: Context, path: string): Promise<SeriesDraft> {
  const { sealed, prizesPerBox, repeats, starts, ends, image, anim1, anim2, prizes, ...rest } = parse(path, await readText(path))
  const take = (file: string) => takeFile(context, dirname(resolve(path)), file)
  return {
    ...rest,
    ...{ isSealed: sealed, opening: prizesPerBox, repeat: repeats, startTime: starts, endTime: ends },
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

function parse(path: string, json: string): z.output<typeof SeriesFile> {
  let raw: unknown
  try {
    raw = JSON.parse(json)
  } catch {
    throw new OperatorRefused(`${path} is no valid JSON.`)
  }
  const { data, error } = SeriesFile.safeParse(raw)
  if (data) return data
  const problems = error.issues.map((issue) => `${issue.path.join('.') || 'the whole'}: ${issue.message}`)
  throw new OperatorRefused(`${path} does not describe a box.\n${problems.join('\n')}`)
}

/** Brings a picture or a film into the store, where it stays under the address of its content. */
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
    const [en, zh] = (['en', 'zh'] as const).map((language) => errorText(error.code, language))
    throw new OperatorRefused(`${from}: ${en}`, { zh: `${from}：${zh}`, field: 'file' })
  }
}
