import { LANGUAGE_CODES, type Language } from '@plinth/api'
import { z } from 'zod'
import { DEFAULT_LIMITS, type Limits, type SiteContent } from '../config/config.ts'
import { readJson } from './files.ts'
import type { Problems } from './problems.ts'

const text = z.string().max(2_000)
const link = z
  .string()
  .refine((value) => value === '' || URL.canParse(value) || value.startsWith('/'), 'must be a URL, or a path of this site')
const texts = z.strictObject({ en: text, zh: text } satisfies Record<Language, z.ZodString>)

const Site = z.strictObject({
  name: z.string().min(1).max(50),
  url: link,
  twitter: link,
  telegram: link,
  email: text,
  youtube: link,
  deploy: z.boolean(),
  analytics: link,
  tutorial: link,
  chat: link,
  contact: link,
  doc: link,
  walletConnectProjectId: z
    .string()
    .regex(/^[0-9a-f]*$/, 'must be the id of a WalletConnect project')
    .max(64),
  report: z.strictObject({ title: texts, text: texts }),
  loginMessage: z.string().min(10).max(300),
  banners: z.array(z.strictObject({ chainId: z.int(), address: text, tokenId: text, image: text, title: texts, text: texts })),
  announcements: z.array(
    z.strictObject({ lang: z.enum(LANGUAGE_CODES), title: text, content: z.string().max(20_000), createdAt: z.int().nonnegative() }),
  ),
})

/** SITE_CONFIG: names, texts and links of the operator; omitted ones have a default. */
export function readSite(problems: Problems, value: string): Partial<SiteContent> {
  const json = readJson(problems, 'SITE_CONFIG', value)
  if (json === undefined) return {}
  const parsed = problems.parse('SITE_CONFIG', Site.partial(), json) ?? {}
  return Object.fromEntries(Object.entries(parsed).filter(([, given]) => given !== undefined))
}

/** RATE_LIMITS: requests per minute and sizes in bytes, by the names of DEFAULT_LIMITS. */
export function readLimits(problems: Problems, value: string): Partial<Limits> {
  const json = readJson(problems, 'RATE_LIMITS', value)
  if (json === undefined) return {}
  const limit = z.int().min(1, 'must be a whole number above 0')
  const Limited = z.strictObject(Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, limit.optional()])))
  return problems.parse('RATE_LIMITS', Limited, json) ?? {}
}
