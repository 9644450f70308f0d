import type { User } from '@plinth/api'
import { FILE_LIMITS, LENGTHS } from '@plinth/protocol'
import type { TextKey } from '../../i18n/translate.ts'

export type ProfileValues = { avatar: string; bannerUrl: string; nickname: string; brief: string; shortUrl: string }

export const valuesOf = ({ avatar, bannerUrl, nickname, brief, shortUrl }: User): ProfileValues => ({
  avatar,
  bannerUrl,
  nickname,
  brief,
  shortUrl,
})

/** 3 to 30 of a-z, 0-9 and - (decision 18); none at all is fine. */
export function shortLinkProblem(shortUrl: string): TextKey | undefined {
  const { min, max } = LENGTHS.shortUrl
  return shortUrl === '' || new RegExp(`^[a-z0-9-]{${min},${max}}$`).test(shortUrl) ? undefined : 'profile.shortLinkRule'
}

/** What the picker offers (document A §2). */
export const AVATAR_TYPES = 'image/gif,image/jpeg,image/png,image/svg+xml,.gif,.jpeg,.jpg,.png,.svg'
const AVATAR_NAME = /\.(gif|jpe?g|png|svg)$/i
const MEGABYTE = 1_048_576
export const AVATAR_MEGABYTES = FILE_LIMITS.single / MEGABYTE

export function avatarProblem({ name, size }: Pick<File, 'name' | 'size'>): TextKey | undefined {
  if (!AVATAR_NAME.test(name)) return 'profile.avatarType'
  return size > FILE_LIMITS.single ? 'form.fileLimit' : undefined
}

/** A banner is stored as it comes, so it is no drawing. */
export const BANNER_TYPES = 'image/gif,image/jpeg,image/png,image/webp,.gif,.jpeg,.jpg,.png,.webp'

export function bannerProblem({ name, size }: Pick<File, 'name' | 'size'>): TextKey | undefined {
  if (!/\.(gif|jpe?g|png|webp)$/i.test(name)) return 'profile.bannerType'
  return size > FILE_LIMITS.single ? 'form.fileLimit' : undefined
}

/** Whether it is animated: a crop to a square would freeze it, so it stays whole. */
export const isMoving = ({ name }: Pick<File, 'name'>): boolean => /\.gif$/i.test(name)
/** Drawings become pixels on the server, apart from everything (decision 18). */
export const isDrawing = ({ name }: Pick<File, 'name'>): boolean => /\.svg$/i.test(name)
