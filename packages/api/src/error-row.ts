import type { Texts } from './languages.ts'

export type ErrorRow = Texts & { errno: number; retry: boolean }
